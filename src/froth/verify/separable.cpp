// SPDX-License-Identifier: Apache-2.0
#include <froth/verify/separable.h>

#include <fmt/format.h>

#include <froth/verify/shipped_scenes.h>

namespace froth::verify {

Variant Variant::with(const std::vector<std::string>& more) const {
  Variant both = *this;
  both.overrides.insert(both.overrides.end(), more.begin(), more.end());
  return both;
}

std::string listed(const std::map<std::string, double>& by_scheme) {
  std::string text;
  for (const auto& [name, number] : by_scheme)
    text += fmt::format("{}{} {:.3g}", text.empty() ? "" : ", ", name, number);
  return text;
}

Variant scheme(const std::string& name) { return {name, {"solver.transfer=" + name}}; }

Variant scheme(const std::string& name, double flip_ratio) {
  return {fmt::format("{} {}", name, flip_ratio),
          {"solver.transfer=" + name, fmt::format("solver.flip_ratio={:.3f}", flip_ratio)}};
}

Variant damped_polypic() {
  return {"polypic", {"solver.transfer=polypic", "solver.mode_scales=[1,0.825,0.825,0.2,0.2,0.2]"}};
}

Simulation start_shipped(const std::string& name, const Variant& variant) {
  return start(name + " " + variant.name, shipped_scene(name), variant.overrides);
}

std::vector<Vec3<double>> all_positions(const Simulation& simulation) {
  std::vector<Vec3<double>> all;
  for (std::size_t b = 0; b < simulation.solver().bodies().size(); ++b) {
    const std::vector<Vec3<double>> x = points_of(simulation, b).x;
    all.insert(all.end(), x.begin(), x.end());
  }
  return all;
}

}  // namespace froth::verify

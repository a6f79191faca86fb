// SPDX-License-Identifier: Apache-2.0
#include <froth/render/element_surfaces.h>

#include <algorithm>

#include <froth/surface/element_skins.h>

namespace froth {

std::vector<SkinnedBody> element_surfaces(const RunView& run, const PointCloud& frame) {
  std::vector<SkinnedBody> surfaces;
  for (std::size_t b = 0; b < frame.bodies.size(); ++b)
    for (SurfaceMesh& mesh : element_skins(frame, b, run.render.particle_radius))
      surfaces.push_back({std::move(mesh), color_of_body(run, b), look_of_body(run, b, Coloring{}), {}});
  return surfaces;
}

void add_beads(PointCloud& frame) {
  const PointVector place = find_vector(frame, "");
  const PointProperty* radius_of = frame.find("radius");
  if (!place || radius_of == nullptr) return;
  for (const auto& [from, to] : frame.edges.points) {
    const double radius = 0.5 * (radius_of->values[from] + radius_of->values[to]);
    Vec3<double> edge{};
    for (int d = 0; d < 3; ++d) edge[d] = place.part[d]->values[to] - place.part[d]->values[from];
    const int beads = radius > 0 ? std::min(64, static_cast<int>(norm(edge) / radius)) : 0;
    for (int k = 1; k < beads; ++k) {
      const double s = double(k) / beads;
      for (PointProperty& property : frame.properties) {
        const double a = property.values[from], b = property.values[to];
        property.values.push_back(property.name == "id" || property.name == "body" ? a : (1 - s) * a + s * b);
      }
    }
  }
}

}  // namespace froth

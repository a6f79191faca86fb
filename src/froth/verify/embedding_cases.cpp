// SPDX-License-Identifier: Apache-2.0
// Point-based elastoplasticity: the figures of [Jones2014], measured on the scenes that come with froth at
// coarser sampling, where it prints no material numbers; and ablations. Beams are in
// embedding_beam_cases.cpp, surfaces and volumes in embedding_surface_cases.cpp.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <utility>

#include <froth/linalg/svd.h>
#include <froth/verify/cases.h>
#include <froth/verify/embedding_shapes.h>
#include <froth/verify/shipped_scenes.h>
#include <froth/verify/trial.h>

namespace froth::verify {

std::vector<Vec3<double>> laid_on(const std::vector<Vec3<double>>& points,
                                  const std::vector<Vec3<double>>& others) {
  const Vec3<double> from = mean(points), to = mean(others);
  Mat3<double> sum{};
  for (std::size_t k = 0; k < points.size(); ++k) sum += outer(others[k] - to, points[k] - from);
  const SignedSvd<3, double> svd = signed_svd(sum);
  const Mat3<double> turn = svd.U * transpose(svd.V);
  std::vector<Vec3<double>> laid;
  for (const Vec3<double>& x : points) laid.push_back(turn * (x - from) + to);
  return laid;
}

namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

/// Turn about z [degrees] of the particles with z above `from` at the start, by least squares in the plane.
double turned(const Points& start, const Points& now, double from, double to) {
  Vec3<double> c0{}, c1{};
  double count = 0;
  const auto is_in = [&](std::size_t k) { return start.x[k][2] > from && start.x[k][2] < to; };
  for (std::size_t k = 0; k < start.x.size(); ++k)
    if (is_in(k)) c0 += start.x[k], c1 += now.x[k], count += 1;
  double along = 0, across = 0;
  for (std::size_t k = 0; k < start.x.size(); ++k) {
    if (!is_in(k)) continue;
    const Vec3<double> a = start.x[k] - c0 / count, b = now.x[k] - c1 / count;
    along += a[0] * b[0] + a[1] * b[1], across += a[0] * b[1] - a[1] * b[0];
  }
  return std::atan2(across, along) * kDegrees;
}
/// Twist from end to end [degrees].
double twist_of(const Points& start, const Points& now) {
  return turned(start, now, 0.3, 1) - turned(start, now, -1, -0.3);
}

struct Twisted {
  Points start, end;
  double turned_embedding = 0;   ///< twist of embedded space [degrees]
  double embedding_seconds = 0;  ///< of processor time
};
Twisted twist_bar(const std::vector<std::string>& more, const Watch& watch) {
  std::vector<std::string> overrides = {"solver.spacing=0.033"};
  overrides.insert(overrides.end(), more.begin(), more.end());
  Simulation bar = start("twist_bar", shipped_scene("twist_bar"), overrides);
  Twisted found{points_of(bar), {}};
  run_to_end(bar, watch);
  found.end = points_of(bar);
  Points embedded = found.end;
  const std::vector<double> e = attribute_of(bar, "embedded");
  for (std::size_t k = 0; k < embedded.x.size(); ++k) embedded.x[k] = {e[3 * k], e[3 * k + 1], e[3 * k + 2]};
  found.turned_embedding = twist_of(found.start, embedded);
  for (const StageClock::Stage& stage : std::as_const(bar).solver().clock().stages())
    if (stage.name == "embed") found.embedding_seconds = stage.processor;
  return found;
}

Findings twist(const Watch& watch) {
  const Twisted linear = twist_bar({}, watch), nonlinear = twist_bar({"solver.embedding=nonlinear"}, watch);
  const Twisted forgets = twist_bar({"solver.plastic_offsets=false"}, watch);
  double square = 0;  // of shapes: once let go, a bar floats on as a whole
  const std::vector<Vec3<double>> other = laid_on(nonlinear.end.x, linear.end.x);
  for (std::size_t k = 0; k < linear.end.x.size(); ++k) {
    const Vec3<double> off = linear.end.x[k] - other[k];
    square += dot(off, off) / double(linear.end.x.size());
  }
  const double kept = twist_of(linear.start, linear.end);
  const char* coarse = "980 particles (5000), material and motion ours";
  return {{at_most("distance of shapes in the world, linear from nonlinear, over the bar's length [-]",
                   std::sqrt(square), 0.02,
                   ours("[Jones2014], Fig. 2: nearly identical; read as two hundredths of the length"))
               .departs(coarse),
           at_least("twist that stays [degrees]", kept, 45,
                    ours("[Jones2014], Fig. 2: most of the twist stays; of 180 degrees a quarter is asked"))
               .departs(coarse),
           at_most("twist that stays without plastic offsets, over that with them [-]",
                   std::abs(twist_of(forgets.start, forgets.end)) / kept, 0.5,
                   ours("[Jones2014], section 4: without them no twist would stay; read as less than half"))
               .departs(coarse),
           at_most("twist of embedded space, linear over nonlinear [-]",
                   std::abs(linear.turned_embedding / nonlinear.turned_embedding), 0.5,
                   ours("[Jones2014], Fig. 2: the linear embedding captures very little rotation"))
               .departs(coarse),
           at_least("processor time in the embedding, nonlinear over linear, same conjugate gradients [-]",
                    nonlinear.embedding_seconds / linear.embedding_seconds, 1.8,
                    ours("[Jones2014], section 3.3: nearly twice as fast; read as 1.8"))
               .departs(coarse)},
          {}};
}

Findings plasticities(const Watch& watch) {
  Simulation bars = start("bar_plasticities", shipped_scene("bar_plasticities"), {"solver.spacing=0.04"});
  std::vector<Points> before;
  for (std::size_t b = 0; b < 4; ++b) before.push_back(points_of(bars, b));
  run_to_end(bars, watch);
  double left[4];
  for (std::size_t b = 0; b < 4; ++b) left[b] = std::abs(twist_of(before[b], points_of(bars, b)));
  // Of the bar whose flow rate rises along it: the twist of its two halves.
  const Points now = points_of(bars, 3);
  const double stiff = std::abs(turned(before[3], now, -0.05, 0.05) - turned(before[3], now, -1, -0.3));
  const double soft = std::abs(turned(before[3], now, 0.3, 1) - turned(before[3], now, -0.05, 0.05));
  const Basis order = ours("[Jones2014], Fig. 4: four end states that differ; of 120 degrees of twist");
  return {{at_most("twist that the elastic bar keeps [degrees]", left[0], 6, order),
           at_least("twist of the highly plastic bar less that of the slightly plastic one [degrees]",
                    left[2] - left[1], 10, order),
           at_least("twist of the slightly plastic bar less that of the elastic one [degrees]",
                    left[1] - left[0], 5, order),
           at_least("twist of the half that flows over that of the half that does not [-]", soft / stiff, 1.5,
                    order)},
          {}};
}

/// How long a bar drops until a basis matrix is worse than 1e6 or the run cannot go on [s].
double drop_bar(const std::vector<std::string>& more, const Watch& watch) {
  std::vector<std::string> overrides = {"solver.spacing=0.0325", "guard.energy_stop=1"};
  overrides.insert(overrides.end(), more.begin(), more.end());
  Simulation bar = start("bar_drop", shipped_scene("bar_drop"), overrides);
  double lasted = 0;
  bool is_over = false;
  try {
    run_to_end(bar, watch, [&] {
      is_over = is_over || bar.totals()["worst_condition"] > 1e6;
      if (!is_over) lasted = bar.progress().time;
    });
  } catch (const std::runtime_error&) {  // it went to pieces: that is what is measured
  }
  return lasted;
}

Findings bar_drop(const Watch& watch) {
  const std::string no_resampling = "solver.resample_steps=0";
  const double b = drop_bar({no_resampling, "solver.update_neighbors=false"}, watch);
  const double c = drop_bar({no_resampling}, watch), d = drop_bar({}, watch);
  const char* set_up = "1536 particles (5408), material ours";
  return {
      {at_least("time until a basis matrix exceeds condition 1e6: with updates less without [s]", c - b, 0.1,
                ours(fmt::format("[Jones2014], Fig. 5: without updates it becomes unstable first; "
                                 "{:.2f} s without",
                                 b)))
           .departs(set_up),
       at_least("the same with resampling too [s]", d, 1.45,
                ours("[Jones2014], Fig. 5: stable through the scene, of 1.5 s here"))
           .departs(set_up)},
      {}};
}

Findings uneven(const Watch& watch) {
  Simulation block = start("uneven_block", shipped_scene("uneven_block"));
  const Points before = points_of(block);
  run_to_end(block, watch);
  const Points after = points_of(block);
  const std::vector<double> mass = attribute_of(block, "mass");
  // How far the outer tenths of the block have moved out, by mass.
  double moved[2] = {}, weight[2] = {};
  for (std::size_t k = 0; k < before.x.size(); ++k)
    for (const int end : {0, 1}) {
      const double out = (end == 0 ? -1 : 1) * before.x[k][0];
      if (out < 0.24) continue;
      moved[end] += mass[k] * (end == 0 ? -1 : 1) * (after.x[k][0] - before.x[k][0]), weight[end] += mass[k];
    }
  const double dense = moved[0] / weight[0], coarse = moved[1] / weight[1];
  return {{within("way of the coarse end over that of the dense one [-]", coarse / dense, 1, 0.1,
                  ours("[Jones2014], Fig. 8: a block with very different densities flows as one"))
               .departs("2316 particles (10470), material ours; quadratic fits, sampled volumes")
               .selected("linear fits 0.84, with sampled volumes 0.87; quadratic ones 0.94, with a "
                         "residual_stiffness of 0.24 0.91")},
          {}};
}

Findings fowl(const Watch& watch) {
  Simulation scene = start("fowl", shipped_scene("fowl"));
  Curve height{"block", {}, {}};
  run_to_end(scene, watch, [&] {
    const Pose block = std::as_const(scene).solver().moved_colliders().at(0).pose;
    height.add(scene.progress().time, block.to_world(block.pivot)[1]);
  });
  // The first low, the highest after it, and the end.
  std::size_t low = 1;
  while (low + 1 < height.y.size() && height.y[low + 1] < height.y[low]) ++low;
  const auto high = std::max_element(height.y.begin() + static_cast<std::ptrdiff_t>(low), height.y.end());
  const Basis reading =
      ours("[Jones2014], Fig. 10: it lifts the block, then creeps; our reading in spacings");
  Plot plot{"height", "A fowl lifts a block and gives way", "time [s]", "height of the block [m]", {height}};
  return {{at_least("rise of the block after the blow [m]", *high - height.y[low], 0.012, reading),
           at_least("fall of the block afterwards [m]", *high - height.y.back(), 0.006, reading)},
          {plot}};
}

/// A free body that spins: how much of its angular momentum is left after a second.
double spin_left(const std::string& solver, const Watch& watch) {
  Simulation body = start("spin", fmt::format(R"toml(
[scene]
gravity = [0, 0, 0]
end_time = 1
frame_rate = 10
[solver]
method = "embedding"
spacing = 0.05
{}
[materials.rubber]
model = "bargteil"
density = 1000
youngs_modulus = 2e4
[[bodies]]
material = "rubber"
shape = {{ box = {{ min = [-0.2, -0.15, -0.1], max = [0.2, 0.15, 0.1] }} }}
velocity = {{ rotating = {{ center = [0, 0, 0], axis = [0, 0, 1], rate = 6 }} }}
)toml",
                                              solver));
  const double before = norm(sums_of(body).angular);
  run_to_end(body, watch);
  return norm(sums_of(body).angular) / before;
}

Findings spin(const Watch& watch) {
  const double symplectic = spin_left("", watch);
  const double implicit = spin_left("integrator = \"linearly_implicit\"\ndt = 0.01", watch);
  return {
      {within("angular momentum left after one turn, kick-drift-kick [-]", symplectic, 1, 1e-10,
              derived("forces are central in the sum: angular momentum is kept to rounding")),
       at_most("the same with linearly implicit Euler [-]", implicit, 0.9,
               ours("[Jones2014], section 3.2: rotational motion was severely damped; a tenth is asked"))},
      {}};
}

}  // namespace

std::vector<Case> embedding_cases() {
  return {{"embedding", "embedded_spin", "a free body spins; linearly implicit steps damp it", true, spin},
          {"embedding", "embedded_twist", "a plastic bar is twisted: linear and nonlinear embedding", false,
           twist},
          {"embedding", "embedded_plasticities", "four bars, from elastic to plastic", false, plasticities},
          {"embedding", "embedded_drop", "a plastic bar goes flat, with and without its remedies", false,
           bar_drop},
          {"embedding", "embedded_uneven", "a block of uneven particles spreads", false, uneven},
          {"embedding", "embedded_fowl", "a fowl lifts a block and gives way", false, fowl}};
}

}  // namespace froth::verify

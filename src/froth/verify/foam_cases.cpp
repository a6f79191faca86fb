// SPDX-License-Identifier: Apache-2.0
// Continuum foam: voids under large deformation.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/verify/cases.h>
#include <froth/verify/shipped_scenes.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

/// The particles of a body in square columns along z, for questions about their neighbours in the slab.
class Columns {
 public:
  Columns(const Simulation& simulation, double width, double period)
      : width_(width), period_(period), x_(simulation.solver().positions(0)) {
    for (const Vec3<double>& x : x_)
      for (int d = 0; d < 2; ++d) most_[d] = std::max(most_[d], std::abs(x[d]));
    for (int d = 0; d < 2; ++d) count_[d] = 2 * (static_cast<int>(most_[d] / width_) + 4);
    slots_.resize(static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]));
    for (std::size_t s = 0; s < x_.size(); ++s) slots_[at(column(x_[s], 0), column(x_[s], 1))].push_back(s);
  }

  /// Calls `each(slot, arm)` for all particles in the 3 x 3 columns around a place, the nearest image of
  /// each.
  template <class Each>
  void around(const Vec3<double>& x, Each&& each, int reach = 1) const {
    for (int i = column(x, 0) - reach; i <= column(x, 0) + reach; ++i)
      for (int j = column(x, 1) - reach; j <= column(x, 1) + reach; ++j) {
        if (i < 0 || j < 0 || i >= count_[0] || j >= count_[1]) continue;
        for (const std::size_t s : slots_[at(i, j)]) {
          Vec3<double> arm = x_[s] - x;
          arm[2] -= period_ * std::round(arm[2] / period_);
          each(s, arm);
        }
      }
  }

 private:
  int column(const Vec3<double>& x, int d) const {
    return static_cast<int>(std::floor(x[d] / width_)) + count_[d] / 2;
  }
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(count_[1]) + static_cast<std::size_t>(j);
  }

  double width_, period_;
  std::vector<Vec3<double>> x_;
  double most_[2] = {0, 0};
  int count_[2] = {0, 0};
  std::vector<std::vector<std::size_t>> slots_;
};

/// Passive points that go with the flow of the particles: the velocity at a point is the mass-weighted mean
/// of what the particles around say it is there.
struct Tracers {
  std::vector<Vec3<double>> inside, surface;
  std::vector<bool> is_deep;  ///< has stayed far enough from the surface
};

/// What a tracer reads of the particles, by slot.
struct Flow {
  std::vector<double> mass;
  std::vector<Vec3<double>> v;
  std::vector<std::vector<double>> gradient;  ///< row major

  explicit Flow(const BodyView& body)
      : mass(body.id.size()), v(body.vectors(kVelocity)), gradient(9, std::vector<double>(body.id.size())) {
    body.find("mass")->read(0, mass);
    const PointField* matrix = body.find(body.find("grad_v") != nullptr ? "grad_v" : "C");
    for (int k = 0; k < 9; ++k) matrix->read(k, gradient[static_cast<std::size_t>(k)]);
  }
};

Vec3<double> flow_at(const Columns& columns, const Flow& p, const Vec3<double>& x, double cell) {
  double total = 0;
  Vec3<double> flow{};
  columns.around(x, [&](std::size_t s, const Vec3<double>& arm) {
    double w = p.mass[s];
    for (int d = 0; d < 3; ++d) w *= std::max(0.0, 1 - std::abs(arm[d]) / (2 * cell));
    if (w == 0) return;
    Vec3<double> v = p.v[s];
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) v[r] -= p.gradient[static_cast<std::size_t>(3 * r + c)][s] * arm[c];
    flow += w * v;
    total += w;
  });
  return total > 0 ? flow / total : flow;
}

/// Moves the tracers by a step, and drops those that come closer than `depth` to the surface.
void carry(Tracers& tracers, const Simulation& simulation, double cell, double period, double dt) {
  const Columns columns(simulation, 2 * cell, period);
  const Flow p(simulation.solver().bodies()[0]);
  for (auto* points : {&tracers.inside, &tracers.surface})
    parallel_chunks(static_cast<Index>(points->size()), 64, [&](const Chunk& c) {
      for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k)
        (*points)[k] += dt * flow_at(columns, p, (*points)[k], cell);
    });
}

/// Radius of the largest ball without particles around a tracer that has stayed deep inside [m].
double largest_void(Tracers& tracers, const Simulation& simulation, double cell, double period) {
  const Columns columns(simulation, 2 * cell, period);
  double largest = 0;
  for (std::size_t k = 0; k < tracers.inside.size(); ++k) {
    if (!tracers.is_deep[k]) continue;
    const Vec3<double>& x = tracers.inside[k];
    for (const Vec3<double>& y : tracers.surface)
      if (std::hypot(x[0] - y[0], x[1] - y[1]) < 1.1 * cell) tracers.is_deep[k] = false;
    if (!tracers.is_deep[k]) continue;
    double nearest = 4 * cell;  // further than two columns is all the same
    columns.around(
        x, [&](std::size_t, const Vec3<double>& arm) { nearest = std::min(nearest, norm(arm)); }, 2);
    largest = std::max(largest, nearest);
  }
  return largest;
}

/// Points of the block of scenes/yue2015/void.toml, a tenth of a cell apart along the axis that stretches.
Tracers seed_tracers(double cell, double half_width, double half_height) {
  Tracers tracers;
  int n = 0;
  for (double x = -half_width; x <= half_width * 1.0001; x += 0.1 * cell) {
    for (const double y : {-half_height, half_height}) tracers.surface.push_back({x, y, 0.25 * cell});
    for (double y = -half_height; y < half_height; y += 0.5 * cell)
      tracers.inside.push_back({x, y, 0.37 * cell * (++n % 11)});
  }
  for (double y = -half_height; y <= half_height; y += 0.1 * cell)
    for (const double x : {-half_width, half_width}) tracers.surface.push_back({x, y, 0.25 * cell});
  tracers.is_deep.assign(tracers.inside.size(), true);
  return tracers;
}

struct Squeezed {
  double largest = 0;      ///< void of the whole run, over the cell size
  double mass_change = 0;  ///< over the mass
  Curve history;           ///< of the largest void
};

Squeezed squeeze(bool is_resampled, const std::string& seed, const Watch& watch) {
  Simulation foam = start(is_resampled ? "with resampling" : "without resampling", shipped_scene("void"),
                          {"scene.precision=double", seed,
                           fmt::format("bodies.0.resampling.enabled={}", is_resampled ? "true" : "false")});
  const double cell = foam.scene().solver.cell_size, period = foam.scene().domain.max[2];
  Tracers tracers = seed_tracers(cell, 0.02, 0.09);
  const double mass = sums_of(foam).mass;
  Squeezed result{.history = {foam.scene().name, {}, {}}};
  const auto measure = [&] {
    const double radius = largest_void(tracers, foam, cell, period) / cell;
    result.history.add(foam.progress().time, radius);
    result.largest = std::max(result.largest, radius);
  };
  measure();
  // Tracers move every tenth step, by a few hundredths of a cell: the flow is slow against the waves.
  double since = 0;
  for (int step = 1; foam.progress().frame < foam.scene().frame_count(); ++step) {
    const int frame = foam.progress().frame;
    foam.step();
    since += foam.progress().dt;
    const bool is_frame = foam.progress().frame != frame;
    if (!is_frame && step % 10 != 0) continue;
    carry(tracers, foam, cell, period, since);
    since = 0;
    if (!is_frame) continue;
    measure();
    if (watch) watch(foam);
  }
  result.mass_change = sums_of(foam).mass / mass - 1;
  // Too few tracers find no void: that is no measurement.
  if (std::count(tracers.is_deep.begin(), tracers.is_deep.end(), true) < 500) result.largest = NAN;
  return result;
}

// Foam between two plates is squeezed to 2/9 of its height and spreads to 4.5 times its width: planes of
// particles, half a cell apart at first, move 2.25 cells apart. Passive tracers go with the flow; those that
// stay 2.2 r, 1.1 cells, away from the surface see how far the nearest particle is. On the lattice of the
// start that is at most 0.43 cells.
Findings voids(const Watch& watch) {
  constexpr int kSeeds = 2;  // a run takes half a minute
  const std::vector<Squeezed> with =
      with_seeds(kSeeds, [&](const std::string& seed) { return squeeze(true, seed, watch); });
  const Squeezed without = squeeze(false, "scene.seed=1", watch);
  const auto largest = [](const Squeezed& one) { return one.largest; };
  const auto change = [](const Squeezed& one) { return one.mass_change; };
  Plot plot{"voids", "Largest void inside squeezed foam", "time [s]", "radius / cell size", {}};
  plot.curves = {with.front().history, without.history};
  return {{at_most("largest void with resampling [cells]", sample_of(with, Judged::EverySeed, largest), 0.6,
                   ours("no larger than 1.4 times those of a lattice")),
           at_least("largest void without resampling [cells]", without.largest, 1,
                    derived("planes of particles 2.25 cells apart leave 1.1")),
           within("change of mass with resampling [-]", sample_of(with, Judged::EverySeed, change), 0, 1e-12,
                  derived("insertion and merging conserve mass to rounding"))},
          {plot}};
}

}  // namespace

std::vector<Case> foam_cases() {
  return {{"foam", "void", "foam is squeezed flat with and without resampling", false, voids}};
}

}  // namespace froth::verify

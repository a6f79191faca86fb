// SPDX-License-Identifier: Apache-2.0
// Continuum foam in the scenes of [Yue2015], Figs. 10 to 12: a marshmallow between crackers, a toasted one, a
// thrown pie. The paper prints no numbers for these; what its captions say is measured.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/geometry/pieces.h>
#include <froth/verify/cases.h>
#include <froth/verify/shipped_scenes.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

/// Mass of the particles of a body that a test picks, by id, over the mass of `whole` [kg].
template <class Pick>
double share_of(const Points& points, const std::vector<double>& mass, double whole, Pick&& pick) {
  double sum = 0;
  for (std::size_t k = 0; k < points.x.size(); ++k)
    if (pick(k)) sum += mass[k];
  return sum / whole;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

/// The largest of the pieces that a body has fallen into; particles within a cell of each other hang
/// together.
std::vector<Vec3<double>> largest_piece(const Points& points, double cell) {
  const Pieces pieces = connected_pieces(points.x, cell);
  std::vector<Vec3<double>> largest;
  for (std::size_t k = 0; k < points.x.size(); ++k)
    if (pieces.of[k] == 0) largest.push_back(points.x[k]);
  return largest;
}

/// Height below which a share of points lies.
double height_of(const std::vector<Vec3<double>>& points, double share) {
  std::vector<double> y;
  for (const Vec3<double>& x : points) y.push_back(x[1]);
  if (y.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto at = static_cast<std::size_t>(share * double(y.size() - 1));
  std::nth_element(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(at), y.end());
  return y[at];
}

/// The upper cracker of scenes/yue2015/smore_uniform.toml.
struct Cracker {
  static constexpr double under = 0.046, over = 0.061;  ///< heights of its sides at rest [m]
  static constexpr double spacing = 0.028, radius = 0.008;

  /// Whether a place of the cracker at rest is above or below one of its nine holes.
  static bool is_at_hole(const Vec3<double>& x) {
    double away = 0;
    for (const int d : {0, 2}) {
      const double k = std::clamp(std::round(x[d] / spacing), -1.0, 1.0);
      away = std::hypot(away, x[d] - k * spacing);
    }
    return away < radius;
  }
};

// The cracker comes down on the marshmallow until 10 mm are left, then is lifted by 135 mm. A peak is what
// stands out of the largest piece: its highest particle over the height below which nine tenths of it are.
Findings smore_uniform(const Watch& watch) {
  Simulation smore = start("smore_uniform", shipped_scene("smore_uniform"), {"solver.cell_size=0.0064"});
  const double cell = smore.scene().solver.cell_size;
  const Collider& cracker = smore.scene().obstacles.colliders.front();
  double in_holes = 0, through = 0, peak = 0, top = 0, top_before = 0, gap = 0;
  Plot plot{"oozing", "Marshmallow in the holes of the cracker", "time [s]", "share of the mass", {}};
  plot.curves = {{"above its underside", {}, {}}, {"above its upper side", {}, {}}};
  run_to_end(smore, watch, [&] {
    const double t = smore.progress().time;
    const Pose pose = cracker.motion.at(t);
    const Points points = points_of(smore);
    const std::vector<double> mass = attribute_of(smore, "mass");
    const auto beyond = [&](double height) {
      return share_of(points, mass, sum_of(mass), [&](std::size_t k) {
        const Vec3<double> x = pose.to_rest(points.x[k]);
        return x[1] > height && Cracker::is_at_hole(x);
      });
    };
    plot.curves[0].add(t, beyond(Cracker::under));
    plot.curves[1].add(t, beyond(Cracker::over));
    in_holes = std::max(in_holes, plot.curves[0].y.back());
    through = std::max(through, plot.curves[1].y.back());
    const std::vector<Vec3<double>> piece = largest_piece(points, cell);
    top = height_of(piece, 1);
    if (t < smore.scene().end_time - 0.299) top_before = top;
    peak = top - height_of(piece, 0.9);
    gap = Cracker::under + pose.shift[1] - top;
  });
  return {
      {{"in the holes of the cracker at most [share]", in_holes, 0.02, 0, Relation::AtLeast,
        "it seeps into the holes [Yue2015]"},
       {"through the holes at most [share]", through, 0.001, 0, Relation::AtLeast,
        "and out of them, on the upper side"},
       {"peak at the end [mm]", 1e3 * peak, 4.5, 0, Relation::AtLeast,
        "a peak is left: a tenth of the marshmallow's height or more"},
       {"top at the end over top 0.3 s before [-]", top / top_before, 0.9, 0, Relation::AtLeast,
        "a stiff one, which does not sink"},
       {"from the peak to the cracker [cells]", gap / cell, 2, 0, Relation::AtLeast, "the neck has torn"}},
      {plot}};
}

/// Whether a place has left the shell sideways: no particle of the shell is further from the axis within a
/// cell of the ray that leads from the axis outwards through it.
bool is_outside(const Vec3<double>& x, const std::vector<Vec3<double>>& shell, double cell) {
  const double r = std::hypot(x[0], x[2]);
  for (const Vec3<double>& s : shell) {
    if (std::abs(s[1] - x[1]) > cell || x[0] * s[0] + x[2] * s[2] < r * r) continue;
    if (std::abs(x[0] * s[2] - x[2] * s[0]) < r * cell) return false;
  }
  return true;
}

/// First time at which a curve reaches a value; infinity where it never does.
double time_of(const Curve& curve, double value) {
  for (std::size_t k = 0; k < curve.y.size(); ++k)
    if (curve.y[k] >= value) return curve.x[k];
  return std::numeric_limits<double>::infinity();
}

// The shell is torn in a hundredth of its mass: it has cracked. The core has left it with a thousandth of its
// own. Both while the crackers close; then the core flows on.
Findings smore_toasted(const Watch& watch) {
  Simulation smore = start("smore_toasted", shipped_scene("smore_toasted"),
                           {"solver.cell_size=0.005", "scene.end_time=0.8"});
  const double cell = smore.scene().solver.cell_size;
  Plot plot{"crack", "Toasted marshmallow", "time [s]", "share of the mass", {}};
  plot.curves = {{"torn shell", {}, {}}, {"core outside of the shell", {}, {}}};
  run_to_end(smore, watch, [&] {
    const Points shell = points_of(smore, 0), core = points_of(smore, 1);
    const std::vector<double> shell_mass = attribute_of(smore, "mass", 0);
    const std::vector<double> core_mass = attribute_of(smore, "mass", 1);
    const std::vector<double> is_torn = attribute_of(smore, "is_weak", 0);
    const double t = smore.progress().time;
    plot.curves[0].add(
        t, share_of(shell, shell_mass, sum_of(shell_mass), [&](std::size_t k) { return is_torn[k] > 0.5; }));
    plot.curves[1].add(t, share_of(core, core_mass, sum_of(core_mass),
                                   [&](std::size_t k) { return is_outside(core.x[k], shell.x, cell); }));
  });
  const double cracks = time_of(plot.curves[0], 0.01), escapes = time_of(plot.curves[1], 0.001);
  return {{{"shell cracks at [s]", cracks, 0.8, 0, Relation::AtMost, "under compression it cracks [Yue2015]"},
           {"core escapes at [s]", escapes, 0.8, 0, Relation::AtMost, "and lets the core flow out"},
           {"from the crack to the escape [s]", escapes - cracks, 1 / smore.scene().frame_rate, 0,
            Relation::AtLeast, "in this order: a frame apart or more"},
           {"core outside at the end [share]", plot.curves[1].y.back(), 0.01, 0, Relation::AtLeast,
            "the core flows outwards"}},
          {plot}};
}

// What is near the face and hardly moves has been left there; the rest has gone with the tin or fallen.
Findings pie_throw(const Watch& watch) {
  Simulation pie = start("pie_throw", shipped_scene("pie_throw"),
                         {"solver.cell_size=0.006", "bodies.0.resampling.enabled=false"});
  const Shape& face = pie.scene().obstacles.colliders.front().shape;
  const double whole = pie.solver().totals(0).mass;
  double torn = 0, left = 0;
  Plot plot{"left", "Cream on the face", "time [s]", "share of the mass", {}};
  plot.curves = {{"on the face", {}, {}}, {"torn", {}, {}}};
  run_to_end(pie, watch, [&] {
    const Points cream = points_of(pie);
    const std::vector<double> mass = attribute_of(pie, "mass"), is_torn = attribute_of(pie, "is_weak");
    left = share_of(cream, mass, whole, [&](std::size_t k) {
      return face.signed_distance(cream.x[k]) < 0.03 && norm(cream.v[k]) < 0.3;
    });
    plot.curves[0].add(pie.progress().time, left);
    plot.curves[1].add(pie.progress().time,
                       share_of(cream, mass, whole, [&](std::size_t k) { return is_torn[k] > 0.5; }));
    torn = std::max(torn, plot.curves[1].y.back());
  });
  return {{{"cream left on the face [share]", left, 0.1, 0, Relation::AtLeast,
            "chunks of cream stick to the face [Yue2015]"},
           {"cream that has gone with the tin or fallen [share]", 1 - left, 0.1, 0, Relation::AtLeast,
            "chunks, not all of it"},
           {"torn cream at most [share]", torn, 0.01, 0, Relation::AtLeast, "the cream tears"}},
          {plot}};
}

}  // namespace

std::vector<Case> foam_scene_cases() {
  return {{"foam", "smore_uniform",
           "a marshmallow is pressed through the holes of a cracker, which is lifted", false, smore_uniform},
          {"foam", "smore_toasted", "a marshmallow with a crust is crushed between crackers", false,
           smore_toasted},
          {"foam", "pie_throw", "a pie of cream is thrown at a face", false, pie_throw}};
}

}  // namespace froth::verify

// SPDX-License-Identifier: Apache-2.0
// What embedded space keeps of a body that has flowed: its shape and the detail of its surface
// ([Jones2014], Figs. 6 and 7), and its volume (Fig. 9).
#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include <froth/geometry/neighbor_search.h>
#include <froth/surface/carried.h>
#include <froth/surface/skin.h>
#include <froth/verify/cases.h>
#include <froth/verify/embedding_shapes.h>
#include <froth/verify/limitations.h>
#include <froth/verify/shipped_scenes.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

using Places = std::vector<Vec3<double>>;

/// Embedded positions by id.
Places embedded_of(const Simulation& simulation) {
  const std::vector<double> e = attribute_of(simulation, "embedded");
  Places places(e.size() / 3);
  for (std::size_t k = 0; k < places.size(); ++k) places[k] = {e[3 * k], e[3 * k + 1], e[3 * k + 2]};
  return places;
}

/// Ids of the particles of the first body, ascending: those of points_of() and attribute_of().
std::vector<std::uint64_t> ids_of(const Simulation& simulation) {
  const std::vector<BodyView> bodies = simulation.solver().bodies();
  std::vector<std::uint64_t> ids(bodies[0].id.begin(), bodies[0].id.end());
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// The skin of a body at the start, which its particles carry along in embedded space.
class CarriedSkin {
 public:
  explicit CarriedSkin(const Simulation& simulation)
      : ids_(ids_of(simulation)), first_(points_of(simulation).x), start_(skin_of(simulation)) {}

  /// Furrows across the skin, 0.15 spacings deep and two apart: finer than particles could show.
  void furrow() {
    const double wave = std::numbers::pi / spacing_;
    for (std::size_t v = 0; v < start_.x.size(); ++v) {
      const double depth = 0.15 * spacing_ * std::sin(wave * (start_.x[v][0] + start_.x[v][1]));
      start_.x[v] += float(depth) * start_.normal[v];
    }
  }
  const SurfaceMesh& start() const { return start_; }
  const Places& first() const { return first_; }

  SurfaceMesh now(const Simulation& simulation) const {
    const std::vector<std::uint64_t> ids = ids_of(simulation);
    const Places embedded = embedded_of(simulation);
    CarryingPoints points;
    for (std::size_t k = 0; k < ids.size(); ++k) {
      const auto found = std::lower_bound(ids_.begin(), ids_.end(), ids[k]);
      if (found == ids_.end() || *found != ids[k]) continue;  // it came later
      points.first.push_back(first_[std::size_t(found - ids_.begin())]);
      points.now.push_back(embedded[k]);
    }
    SurfaceMesh mesh = start_;
    carry_mesh(points, spacing_, mesh);
    return mesh;
  }

 private:
  SurfaceMesh skin_of(const Simulation& simulation) {
    SkinPoints points;
    const std::vector<double> radius = attribute_of(simulation, "radius");
    for (std::size_t k = 0; k < first_.size(); ++k) {
      points.x.push_back({float(first_[k][0]), float(first_[k][1]), float(first_[k][2])});
      points.spacing.push_back(float(radius[k] / 0.6));  // as frames have it
      spacing_ += points.spacing.back() / double(first_.size());
    }
    return skin(points, {.voxel = 0.35});
  }

  std::vector<std::uint64_t> ids_;
  Places first_;
  double spacing_ = 0;
  SurfaceMesh start_;
};

/// Angles between the normals of triangles that share an edge, positive where the surface is convex.
std::vector<double> angles_at_edges(const SurfaceMesh& mesh) {
  const auto at = [&](std::uint32_t v) { return Vec3<double>{mesh.x[v][0], mesh.x[v][1], mesh.x[v][2]}; };
  const auto area = [&](const Vec3<std::uint32_t>& t) {
    return cross(at(t[1]) - at(t[0]), at(t[2]) - at(t[0]));
  };
  std::unordered_map<std::uint64_t, std::size_t> with;  // directed edge: its triangle
  const auto key = [](std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32) | b; };
  for (std::size_t n = 0; n < mesh.triangles.size(); ++n)
    for (int k = 0; k < 3; ++k) with[key(mesh.triangles[n][k], mesh.triangles[n][(k + 1) % 3])] = n;
  std::vector<double> angles;
  for (const Vec3<std::uint32_t>& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      const auto other = with.find(key(b, a));
      if (a > b || other == with.end()) continue;
      const Vec3<double> m = area(t), n = area(mesh.triangles[other->second]), edge = at(b) - at(a);
      angles.push_back(std::atan2(dot(cross(m, n), edge) / norm(edge), dot(m, n)));
    }
  return angles;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double n = double(a.size()), sa = 0, sb = 0, aa = 0, ab = 0, bb = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    sa += a[k], sb += b[k], aa += a[k] * a[k], ab += a[k] * b[k], bb += b[k] * b[k];
  return (n * ab - sa * sb) / std::sqrt((n * aa - sa * sa) * (n * bb - sb * sb));
}

/// Root mean square distance of shapes laid on each other, over the root mean square size of the first [-].
double unlike(const Places& shape, const Places& other) {
  const Places laid = laid_on(other, shape);
  const Vec3<double> center = mean(shape);
  double off = 0, size = 0;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    off += dot(laid[k] - shape[k], laid[k] - shape[k]);
    size += dot(shape[k] - center, shape[k] - center);
  }
  return std::sqrt(off / size);
}

/// One animal falls on its obstacle.
void add_animal(const std::string& name, const std::string& figure, const Watch& watch,
                std::vector<Row>& rows) {
  Simulation fall = start(name, shipped_scene(name));
  CarriedSkin skin(fall);
  skin.furrow();
  run_to_end(fall, watch);
  const Places embedded = embedded_of(fall), world = points_of(fall).x;
  const std::string source = "[Jones2014], " + figure;
  rows.push_back(
      at_least(figure + ": embedded shape at the end less the first, over its size [-]",
               unlike(skin.first(), embedded), 0.02,
               ours(source + ": it shows the dents; a fiftieth of the size is what a picture shows")));
  rows.push_back(at_most(
      figure + ": distance of the world's shape from embedded space, over that from the first shape [-]",
      unlike(world, embedded) / unlike(world, skin.first()), 0.9,
      ours(source + ": embedded space captures the key features of the deformation; a tenth is asked")));
  rows.push_back(at_least(
      figure + ": angles between normals of neighbouring triangles, correlation with the first [-]",
      correlation(angles_at_edges(skin.start()), angles_at_edges(skin.now(fall))), 0.9,
      ours(source + ": high frequency details are preserved; furrows two spacings apart, and our reading")));
}

Findings animals(const Watch& watch) {
  std::vector<Row> rows;
  add_animal("bunny_on_bar", "Fig. 6", watch, rows);
  add_animal("bunny_on_spheres", "Fig. 7", watch, rows);
  return {rows, {}};
}

/// Farthest that one curve is from another, over the latter.
double farthest(const Curve& of, const Curve& from) {
  double most = 0;
  for (std::size_t k = 0; k < of.y.size(); ++k) most = std::max(most, std::abs(of.y[k] / from.y[k] - 1));
  return most;
}

/// Volume by the density of smoothed particles in embedded space [m^3]: of all neighbours within a support
/// that is twice the mean distance of the nearest 32 at the start.
class EmbeddedDensity {
 public:
  explicit EmbeddedDensity(const Simulation& simulation) : ids_(ids_of(simulation)) {
    const Places x = points_of(simulation).x;
    const NeighborTable nearest = NeighborSearch<3>(x, 0.1).all_nearest(32);
    for (std::size_t k = 0; k < x.size(); ++k) {
      support_.push_back(0);
      for (const Neighbor& other : nearest.of(k)) support_[k] += 2 * std::sqrt(other.square) / 32;
    }
    usual_ = quantile(support_, 0.5);
  }

  double volume(const Simulation& simulation) const {
    const std::vector<std::uint64_t> ids = ids_of(simulation);
    const std::vector<double> mass = attribute_of(simulation, "mass");
    const Places e = embedded_of(simulation);
    const NeighborSearch<3> search(e, usual_);
    double sum = 0;
    for (std::size_t k = 0; k < e.size(); ++k) {
      const auto found = std::lower_bound(ids_.begin(), ids_.end(), ids[k]);
      const bool is_old = found != ids_.end() && *found == ids[k];
      const double h = is_old ? support_[std::size_t(found - ids_.begin())] : usual_, h2 = h * h;
      double density = 0;
      search.visit_within(e[k], h, [&](std::uint32_t other, double square) {
        density += mass[other] * 315 / (64 * std::numbers::pi * std::pow(h, 9)) * std::pow(h2 - square, 3);
      });
      sum += mass[k] / density;
    }
    return sum;
  }

 private:
  std::vector<std::uint64_t> ids_;
  std::vector<double> support_;
  double usual_ = 0;
};

// Oracle of the skin: the flow keeps volume, so that a surface which it carries along encloses what it did.
Findings volume(const Watch& watch) {
  Simulation bar = start("bar_drop", shipped_scene("bar_drop"), {"solver.spacing=0.0325"});
  const CarriedSkin carried(bar);
  const EmbeddedDensity density(bar);
  const Totals before = bar.totals();
  const double of_density = density.volume(bar);
  Curve estimate{"Eq. (3)", {}, {}}, inside{"skin in embedded space", {}, {}};
  Curve sph{"SPH in embedded space", {}, {}}, rest{"SPH in rest space, lists of 32", {}, {}};
  run_to_end(bar, watch, [&] {
    const Totals now = bar.totals();
    const double t = bar.progress().time;
    estimate.add(t, now["estimated_volume"] / before["estimated_volume"]);
    rest.add(t, now["sph_volume"] / before["sph_volume"]);
    sph.add(t, density.volume(bar) / of_density);
    inside.add(t, enclosed_volume(carried.now(bar)) / enclosed_volume(carried.start()));
  });
  const char* set_up = "1536 particles (5408), material ours; the skin is that of the start, carried along";
  const Basis close = ours("[Jones2014], Fig. 9: it closely tracks the volume; read as 15 hundredths");
  return {{at_most("volume estimate over the skin's in embedded space, farthest from one [-]",
                   farthest(estimate, inside), 0.15, close)
               .departs(set_up),
           at_most("SPH estimate over the skin's in embedded space, farthest from one [-]",
                   farthest(sph, inside), 0.15, close)
               .departs(set_up)
               .selected("in rest space, over the lists of at most 32 neighbours, it is 0.34"),
           within("volume in the skin at the end over that of the start [-]", inside.y.back(), 1, 0.1,
                  derived("plastic flow keeps volume; a tenth for what a least squares fit loses"))
               .departs(set_up)
               .known(limitation("embedded_volume"), 0.8)},
          {{"volume",
            "Volume of a bar that goes flat, over that of the start",
            "time [s]",
            "volume [-]",
            {inside, estimate, sph, rest}}}};
}

}  // namespace

std::vector<Case> embedding_surface_cases() {
  return {{"embedding", "embedded_animals", "plastic animals fall on a bar and on spheres", false, animals},
          {"embedding", "embedded_volume", "volume of a plastic bar that goes flat, by three estimates",
           false, volume}};
}

}  // namespace froth::verify

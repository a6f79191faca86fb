// SPDX-License-Identifier: Apache-2.0
// Separable integration in space: water of a fountain, sand that a wheel throws, sand on a plate in pieces.
// The scenes are those of scenes/fei2021 on coarse cells; what [Fei2021] shows in pictures is counted here.
// Source: [Fei2021], Figs. 1, 21 and 22.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numbers>
#include <utility>

#include <froth/geometry/pieces.h>
#include <froth/verify/cases.h>
#include <froth/verify/separable.h>

namespace froth::verify {

namespace {

constexpr const char* kSchemes[] = {"pic", "apic", "flip", "nflip", "sflip", "aflip", "asflip"};

/// A number by scheme.
using ByScheme = std::map<std::string, double>;

/// "pic 1.2, apic 3.4, ..." in the order of Table 1.
std::string listed(const ByScheme& values) {
  std::string text;
  for (const char* name : kSchemes)
    if (values.contains(name))
      text += fmt::format("{}{} {:.3g}", text.empty() ? "" : ", ", name, values.at(name));
  return text;
}

double largest(const ByScheme& values, std::initializer_list<const char*> names) {
  double most = 0;
  for (const char* name : names) most = std::max(most, values.at(name));
  return most;
}

/// The value that a share of all values does not exceed; 0 where there are none.
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * double(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

struct Spray {
  double spread = 0;   ///< radius that holds 90 % of the water which has left the top plate [m]
  double radius = 0;   ///< of all water, root mean square [m]
  double kinetic = 0;  ///< of all water, by mass [m^2/s^2]
};

Spray spray_of(const Points& water) {
  constexpr double kPlateRadius = 0.25, kPlateHeight = 0.40;
  std::vector<double> radii;
  Spray spray;
  for (std::size_t k = 0; k < water.x.size(); ++k) {
    const double radius = std::hypot(water.x[k][0], water.x[k][2]), each = 1 / double(water.x.size());
    if (radius > kPlateRadius || water.x[k][1] < kPlateHeight) radii.push_back(radius);
    spray.radius += each * radius * radius;
    spray.kinetic += each * dot(water.v[k], water.v[k]) / 2;
  }
  spray.radius = std::sqrt(spray.radius);
  spray.spread = quantile(radii, 0.9);
  return spray;
}

/// The fountain on cells of 2 cm: at 0.667 s, when the first water is about to reach the rim of the basin,
/// and at the end of the scene.
std::pair<Spray, Spray> sprays(const char* name, const Watch& watch) {
  Simulation water =
      start_shipped("fountain", scheme(name).with({"solver.cell_size=2.0", "emitters.0.max_particles=5860"}));
  constexpr double kBeforeRim = 0.667;
  Spray before, now;
  run_to_end(water, watch, [&] {
    now = spray_of(points_of(water));
    if (water.progress().time < kBeforeRim) before = now;
  });
  return {before, now};
}

// Water wells up from a nozzle and runs over a plate. What a scheme loses, the water lacks when it leaves the
// plate: it spreads less. The text has AFLIP above all older schemes, and ASFLIP above AFLIP.
Findings fountain(const Watch& watch) {
  ByScheme spread, kinetic, late_radius;
  for (const char* name : kSchemes) {
    const auto [before, end] = sprays(name, watch);
    spread[name] = before.spread, kinetic[name] = before.kinetic;
    late_radius[name] = end.radius;
  }
  const auto older = {"pic", "apic", "flip", "nflip", "sflip"};
  Findings findings;
  const auto above = [&](const char* quantity, ByScheme& of, const char* unit) {
    const std::string source = fmt::format("[Fei2021], Fig. 1: above; in {}: {}", unit, listed(of));
    const auto add = [&](const char* scheme, const char* other, double ratio) {
      findings.rows.push_back({fmt::format("fountain, {} of {} over {} [-]", quantity, scheme, other), ratio,
                               1, 0, Relation::AtLeast, source});
    };
    add("AFLIP", "the largest of the older schemes", of["aflip"] / largest(of, older));
    add("ASFLIP", "the largest of the older schemes", of["asflip"] / largest(of, older));
    add("ASFLIP", "AFLIP", of["asflip"] / of["aflip"]);
  };
  above("spread", spread, "m");
  above("kinetic energy", kinetic, "m^2/s^2");
  above("mean radius at the end", late_radius, "m");
  return findings;
}

/// Mean number of others within reach, over what packed sand of 8 grains to a cell would have.
double clumping(const std::vector<Vec3<double>>& grains, double reach) {
  double pairs = 0;
  for (std::size_t a = 0; a < grains.size(); ++a)
    for (std::size_t b = a + 1; b < grains.size(); ++b) pairs += norm(grains[a] - grains[b]) < reach ? 2 : 0;
  const double packed = 8 * 4 * std::numbers::pi / 3;
  return grains.empty() ? 0 : pairs / double(grains.size()) / packed;
}

struct Thrown {
  double height = 0;    ///< that a tenth of the airborne sand exceeds [m]
  double share = 0;     ///< of the sand that is airborne
  double flying = 0;    ///< share of the sand that is airborne and that no chain of grains links to the bed
  double clumping = 0;  ///< of the airborne sand, of that of packed sand
  double moment = 0;  ///< sum of heights of airborne grains over the rim of the box, by number of grains [m]
  double left = 0;    ///< share of the sand that lies or flies left of the box
};

/// Where the axle of the wheel is now; at rest it is in the origin [m].
Vec3<double> axle_of(const Simulation& sand) {
  const auto& colliders = sand.scene().obstacles.colliders;
  const auto wheel = std::ranges::find(colliders, "wheel", &Collider::name);
  FROTH_CHECK(wheel != colliders.end(), "the scene of the wheel has a collider of that name");
  return wheel->motion.at(sand.progress().time).to_world({});
}

/// Adds what a frame shows. Sand counts as airborne above the rim of the box and more than a cell away from
/// the wheel, so that what sticks to the treads does not; a heap above the rim does, but not as flying.
void add_frame(Thrown& sum, const std::vector<Vec3<double>>& grains, const Vec3<double>& axle, double cell) {
  constexpr double kRim = 0.46, kLeft = -0.6075, kWheel = 0.22;
  const Pieces pieces = connected_pieces(grains, cell);
  const double each = 1 / double(grains.size());
  std::vector<Vec3<double>> air;
  std::vector<double> heights;
  for (std::size_t k = 0; k < grains.size(); ++k) {
    const Vec3<double>& x = grains[k];
    if (x[0] < kLeft) sum.left += each;
    if (!(x[1] > kRim) || std::hypot(x[0] - axle[0], x[1] - axle[1]) < kWheel + cell) continue;
    air.push_back(x), heights.push_back(x[1]);
    sum.moment += each * (x[1] - kRim), sum.share += each;
    if (pieces.of[k] != 0) sum.flying += each;
  }
  sum.height += quantile(heights, 0.9), sum.clumping += clumping(air, cell);
}

/// Means over the frames while the wheel throws, and over two seeds.
Thrown thrown(const char* name, const Watch& watch) {
  constexpr double kFrom = 0.37, kCell = 0.04;
  Thrown mean;
  int frames = 0;
  for (const char* seed : {"scene.seed=1", "scene.seed=2"}) {
    Simulation sand =
        start_shipped("wheel", scheme(name).with({"solver.cell_size=4.0", "scene.end_time=1.0", seed}));
    run_to_end(sand, watch, [&] {
      if (sand.progress().time < kFrom) return;
      add_frame(mean, all_positions(sand), axle_of(sand), kCell);
      ++frames;
    });
  }
  for (double* sum : {&mean.height, &mean.share, &mean.flying, &mean.clumping, &mean.moment, &mean.left})
    *sum /= frames;
  return mean;
}

// A wheel throws sand out of a box. PIC and APIC are viscous; FLIP and its kin throw clumps; schemes with
// affine velocities throw grains; NFLIP sends more to the side that the wheel turns to.
Findings wheel(const Watch& watch) {
  ByScheme height, share, flying, clumps, moment, left;
  for (const char* name : kSchemes) {
    const Thrown found = thrown(name, watch);
    height[name] = found.height, share[name] = found.share, clumps[name] = found.clumping;
    moment[name] = found.moment, left[name] = found.left, flying[name] = found.flying;
  }
  const auto others = {"pic", "apic", "flip", "nflip", "sflip"};
  const std::string heights = "[Fei2021], Fig. 21; in m: " + listed(height);
  const std::string counts = "[Fei2021], Fig. 21; in m: " + listed(moment);
  const std::string pairs = "[Fei2021], Fig. 21: clumps without affine velocities; " + listed(clumps);
  const std::string sides = "[Fei2021], Fig. 21: NFLIP spreads to the left; " + listed(left);
  const std::string free =
      "[Fei2021], Fig. 21: many more fly; counts sand above the rim that no chain of grains links to the "
      "bed; " +
      listed(flying);
  const double clumpy = std::min({clumps["flip"], clumps["nflip"], clumps["sflip"]});
  const auto above = [](const char* quantity, double over, const std::string& source) {
    return Row{quantity, over, 1, 0, Relation::AtLeast, source};
  };
  return {
      {above("wheel, height of airborne sand, FLIP over PIC [-]", height["flip"] / height["pic"], heights),
       above("wheel, height of airborne sand, FLIP over APIC [-]", height["flip"] / height["apic"], heights),
       above("wheel, height of airborne sand, SFLIP over FLIP [-]", height["sflip"] / height["flip"],
             heights),
       above("wheel, height of airborne sand, ASFLIP over the largest of PIC, APIC, FLIP, NFLIP, SFLIP [-]",
             height["asflip"] / largest(height, others), heights),
       above("wheel, height of airborne sand, ASFLIP over AFLIP [-]", height["asflip"] / height["aflip"],
             heights),
       above("wheel, share of sand that is airborne, ASFLIP over the largest of the others [-]",
             share["asflip"] / std::max(largest(share, others), share["aflip"]),
             "[Fei2021], Fig. 21: many more fly; counts all sand above the rim, also a heap that lies on the "
             "bed, of which viscous schemes have most; " +
                 listed(share)),
       above("wheel, share of sand that flies, FLIP over APIC [-]", flying["flip"] / flying["apic"], free),
       above("wheel, share of sand that flies, ASFLIP over the largest of PIC, APIC, FLIP, NFLIP, SFLIP [-]",
             flying["asflip"] / largest(flying, others), free),
       above("wheel, share of sand that flies, ASFLIP over AFLIP [-]", flying["asflip"] / flying["aflip"],
             free),
       above(
           "wheel, airborne sand times height, ASFLIP over the largest of PIC, APIC, FLIP, NFLIP, SFLIP [-]",
           moment["asflip"] / largest(moment, others), counts),
       above("wheel, clumping, least of FLIP, NFLIP, SFLIP over ASFLIP [-]", clumpy / clumps["asflip"],
             pairs),
       above("wheel, sand left of the box, NFLIP over SFLIP [-]", left["nflip"] / left["sflip"], sides)}};
}

/// Share of the sand that is still above the place of the plate, or in its hollow, a quarter of a second
/// after it fell on it. On cells of 2.5 cm.
double left_on_plate(const char* name, const Watch& watch) {
  Simulation plate =
      start_shipped("sand_on_plate", scheme(name).with({"solver.cell_size=2.5", "scene.end_time=0.58"}));
  run_to_end(plate, watch);
  const std::vector<Vec3<double>> sand = points_of(plate, 0).x;
  constexpr double kDeepestHollow = -0.15;  // of a plate that holds
  const auto stays = [](const Vec3<double>& x) { return x[1] > kDeepestHollow; };
  return double(std::ranges::count_if(sand, stays)) / double(sand.size());
}

// Pieces of a plate that nothing joins. Where particles move with the grid alone, pieces less than a cell
// apart hold together, and carry the sand.
Findings sand_on_plate(const Watch& watch) {
  ByScheme stays;
  for (const char* name : {"apic", "flip", "sflip", "asflip"}) stays[name] = left_on_plate(name, watch);
  const std::string all = "[Fei2021], Fig. 22; " + listed(stays);
  Findings findings;
  for (const char* name : {"apic", "flip"})
    findings.rows.push_back({fmt::format("sand_on_plate, share of the sand that stays, {} [-]", name),
                             stays[name], 0.9, 0, Relation::AtLeast, all});
  for (const char* name : {"sflip", "asflip"})
    findings.rows.push_back({fmt::format("sand_on_plate, share of the sand that stays, {} [-]", name),
                             stays[name], 0.5, 0, Relation::AtMost, all});
  return findings;
}

}  // namespace

std::vector<Case> separable_space_cases() {
  return {{"separable", "fountain", "water from the nozzle of a fountain runs over plates", false, fountain},
          {"separable", "wheel", "a wheel throws sand out of a box", false, wheel},
          {"separable", "sand_on_plate", "sand falls on a plate in pieces", false, sand_on_plate}};
}

}  // namespace froth::verify

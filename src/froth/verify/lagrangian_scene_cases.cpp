// SPDX-License-Identifier: Apache-2.0
// Meshes and sheets in the grid: water on a square and a box that falls, of triangles; sand on a plate of
// pieces; sheets that are pulled apart. Source: [Fei2021], Figs. 15, 16, 22 and 23.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include <froth/verify/cases.h>
#include <froth/verify/limitations.h>
#include <froth/verify/separable.h>

namespace froth::verify {

namespace {

using ByScheme = std::map<std::string, double>;

/// Total energy by frame, over what the box has above the floor at its start: its middle is 0.6 m from it.
Curve energy_of(const Variant& variant, const Watch& watch) {
  Simulation box = start_shipped("box_drop_mesh", variant.with({"guard.enabled=false"}));
  Curve curve{variant.name, {}, {}};
  const Sums before = sums_of(box);
  const double fall = before.mass * 9.81 * .6;
  run_to_end(box, watch,
             [&] { curve.add(box.progress().time, 1 + (sums_of(box).energy() - before.energy()) / fall); });
  return curve;
}

// As the particles' box_drop: contact and transfer take energy, nothing gives any.
Findings box_drop_mesh(const Watch& watch) {
  Findings findings;
  Plot plot{"box_drop_mesh", "Energy of a box of triangles that falls", "time [s]", "energy / initial", {}};
  for (const Variant& variant : {scheme("apic"), scheme("flip"), damped_polypic(), scheme("aflip")}) {
    Curve curve = energy_of(variant, watch);
    findings.rows.push_back(at_most(fmt::format("largest energy over the initial, {} [-]", curve.name),
                                    *std::max_element(curve.y.begin(), curve.y.end()), 1.01,
                                    derived("conservation of energy")));
    plot.curves.push_back(std::move(curve));
  }
  const auto left = [&](std::size_t k) { return plot.curves[k].y.back(); };
  const auto less = [&](std::size_t k) {
    return fmt::format("energy left after 2 s, AFLIP less {} [-]", plot.curves[k].name);
  };
  const std::string keeps = fmt::format("; AFLIP keeps {:.3f}", left(3));
  for (const std::size_t k : {std::size_t(0), std::size_t(1)})
    findings.rows.push_back(
        at_least(less(k), left(3) - left(k), 0, published("[Fei2021], Fig. 16: above" + keeps)));
  findings.rows.push_back(
      within(less(2), left(3) - left(2), 0, 0.1, ours("[Fei2021], Fig. 16: comparable to PolyPIC" + keeps)));
  findings.plots.push_back(std::move(plot));
  return findings;
}

/// Share of the sand that is still above the place of the plate, or in its hollow, a quarter of a second
/// after it fell on it. On cells and edges of 2 cm, as thick as the plate.
double left_on_plate(const char* name, const Watch& watch) {
  std::vector<std::string> coarse = {"solver.cell_size=2", "scene.end_time=0.58"};
  for (int body = 1; body <= 12; ++body) coarse.push_back(fmt::format("bodies.{}.mesh.edge_length=2", body));
  Simulation plate = start_shipped("plate_of_meshes", scheme(name).with(coarse));
  run_to_end(plate, watch);
  const std::vector<Vec3<double>> sand = points_of(plate, 0).x;
  return double(std::ranges::count_if(sand, [](const Vec3<double>& x) { return x[1] > -.15; })) /
         double(sand.size());
}

// Pieces of a plate that touch and that nothing joins. Their meshes know strain of their own alone, so that
// only the grid keeps them together.
Findings plate_of_meshes(const Watch& watch) {
  ByScheme stays;
  for (const char* name : {"apic", "flip", "sflip", "asflip"}) stays[name] = left_on_plate(name, watch);
  const Basis basis = ours("[Fei2021], Fig. 22; " + listed(stays));
  const auto what = [](const char* name) {
    return fmt::format("plate_of_meshes, share of the sand that stays, {} [-]", name);
  };
  Findings findings;
  for (const char* name : {"apic", "flip"})
    findings.rows.push_back(at_least(what(name), stays[name], .9, basis));
  for (const char* name : {"sflip", "asflip"})
    findings.rows.push_back(
        at_most(what(name), stays[name], .5, basis)
            .known(limitation("plate_of_meshes"), std::string(name) == "sflip" ? .9 : .7));
  findings.rows.push_back(
      at_least("plate_of_meshes, sand that has gone through, ASFLIP over FLIP [-]",
               (1 - stays["asflip"]) / (1 - stays["flip"]), 2, basis)
          .selected("this bound was written when the shares were known, those above before; on cells of 3 cm "
                    "nothing goes through under any scheme"));
  for (Row& row : findings.rows) row = std::move(row).departs("cells and edges of 2 cm (0.8 cm)");
  return findings;
}

struct Sheets {
  double time_to_part = INFINITY;  ///< until a fifth of the vertices are a cell from their partners [s]
  double bending = 0;              ///< energy at the end [J]
};
Sheets sheets_of(const char* name, const Watch& watch) {
  Simulation sheets =
      start_shipped("sheets", scheme(name).with({"solver.cell_size=2", "bodies.0.sheet.edge_length=2",
                                                 "bodies.1.sheet.edge_length=2", "scene.frame_rate=96"}));
  Sheets found;
  run_to_end(sheets, watch, [&] {
    const std::vector<Vec3<double>> a = points_of(sheets, 0).x, b = points_of(sheets, 1).x;
    std::size_t apart = 0;
    for (std::size_t k = 0; k < a.size(); ++k) apart += norm(a[k] - b[k]) > .02 ? 1 : 0;
    if (5 * apart > a.size()) found.time_to_part = std::min(found.time_to_part, sheets.progress().time);
    found.bending = sheets.totals()["bending_energy"];
  });
  return found;
}

// [Fei2021], Fig. 23: with FLIP and APIC sheets part late, and stay creased below the cells.
Findings sheets(const Watch& watch) {
  std::map<std::string, Sheets> of;
  ByScheme time, bending;
  for (const char* name : {"flip", "apic", "sflip", "asflip"}) {
    of[name] = sheets_of(name, watch);
    time[name] = of[name].time_to_part, bending[name] = 1e3 * of[name].bending;
  }
  Findings findings;
  for (const char* one : {"sflip", "asflip"})
    for (const char* other : {"flip", "apic"}) {
      Row late =
          at_least(fmt::format("time until sheets part, {} over {} [-]", other, one), time[other] / time[one],
                   1.1, ours("[Fei2021], Fig. 23: a noticeable latency; in s: " + listed(time)))
              .selected("half of the vertices do not part within 1 s under every scheme");
      Row creased =
          at_least(fmt::format("bending energy of wrinkles after 1 s, {} over {} [-]", other, one),
                   bending[other] / bending[one], 2, ours("[Fei2021], Fig. 23; in mJ: " + listed(bending)));
      const bool is_apic = std::string(other) == "apic", is_sflip = std::string(one) == "sflip";
      if (is_apic || is_sflip)
        late =
            std::move(late).known(limitation(is_apic ? "sheets_apic" : "sheets_sflip"), is_apic ? .4 : .95);
      if (is_apic || is_sflip)
        creased = std::move(creased).known(limitation(is_apic ? "sheets_apic" : "sheets_sflip"),
                                           is_apic ? .3 : 1.3);
      findings.rows.push_back(std::move(late));
      findings.rows.push_back(std::move(creased));
    }
  for (Row& row : findings.rows) row = std::move(row).departs("cells and edges of 2 cm (1 cm)");
  return findings;
}

Findings water_on_elastic_mesh(const Watch& watch) {
  return water_thrown_off("water_on_elastic_mesh", {}, watch);
}

}  // namespace

std::vector<Case> lagrangian_scene_cases() {
  return {
      {"lagrangian", "water_on_elastic_mesh", "water bounces off a spinning square of triangles", false,
       water_on_elastic_mesh},
      {"lagrangian", "box_drop_mesh", "a box of triangles falls on the floor", false, box_drop_mesh},
      {"lagrangian", "plate_of_meshes", "sand falls on a plate of meshes in pieces", false, plate_of_meshes},
      {"lagrangian", "sheets", "two sheets are pulled apart", false, sheets}};
}

}  // namespace froth::verify

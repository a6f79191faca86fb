// SPDX-License-Identifier: Apache-2.0
#include <froth/verify/limitations.h>

#include <algorithm>

#include <froth/base/error.h>

namespace froth::verify {

const std::vector<Limitation>& all_limitations() {
  static const std::vector<Limitation> all = {
      {"elastic_set",
       "strain errors gather as particles cross cells; a cubic kernel with its own gradient and particles on "
       "a "
       "lattice keep them small",
       "docs/elastic-bodies.md#where-plain-mpm-stops-being-trusted"},
      {"cream_tears_numerically",
       "on these cells the neck thins below the grid before its strain reaches the threshold of tearing; "
       "particles move apart by more than the kernel",
       "docs/foam.md#scenes"},
      {"pie_adhesion",
       "contact lets go of the cream as soon as a cell opens; what stays is what the held layers grip, and "
       "little around it",
       "docs/foam.md#smores-and-a-pie"},
      {"wall_between_nodes",
       "a plate that no node is in is held by the nodes on both of its sides, which serve both: part of the "
       "pressure passes it",
       "docs/colliders.md#what-is-not-resolved"},
      {"loose_surface",
       "schemes that move particles by their own velocity where material opens leave single ones above the "
       "surface",
       "docs/liquids.md#limits"},
      {"slow_stirring",
       "corrections feed a slow roll along the walls that a scheme with little dissipation keeps: from build "
       "to build 0.9 to 1.2 % under AFLIP, 0.8 to 1.1 % under ASFLIP, 1.7 to 2.1 % on finer cells",
       "docs/liquids.md#limits"},
      {"pachinko_shape",
       "the first pins bend the second penguin by 38 %; finer cells have not been run through",
       "docs/foam.md#scenes"},
      {"hourglass_spray",
       "the sand of the text, which has no correction of volume, sprays two to three times as much with "
       "SFLIP as with FLIP; that of the first author's demo, which has one, ten times",
       "docs/integrators.md#hourglass-fig-8"},
      {"fracture_selected",
       "in general SFLIP breaks the bar as FLIP does: the printed J^c leaves its rule nothing to adjust, and "
       "which threads hold is chance",
       "docs/integrators.md#fracture-fig-11"},
      {"clay_separation_ratio",
       "the printed J^c, 1.55, is reached by no particle before the crack runs, so that SFLIP is FLIP",
       "docs/integrators.md#clay-fig-12"},
      {"clay_erratic", "with J^c = 1 seeds decide: the clay parts from 14 % before to 9 % after FLIP",
       "docs/integrators.md#clay-fig-12"},
      {"fountain_film",
       "on cells of 2 cm the film of water is thinner than a cell, and where nodes lie changes the energy by "
       "five times what AFLIP and ASFLIP differ by",
       "docs/integrators_3d.md#fountain"},
      {"wheel_heap", "the count takes in the heap that lies on the bed, of which viscous schemes have most",
       "docs/integrators_3d.md#wheel"},
      {"wheel_flying",
       "on cells of 4 cm ASFLIP throws fewer grains than AFLIP, and higher; with the correction of volume "
       "more, "
       "and no higher",
       "docs/integrators_3d.md#wheel"},
      {"mesh_squares",
       "squares of triangles give each other momentum through the nodes of their seam, and end half as far "
       "apart "
       "as without friction",
       "docs/meshes_and_strands.md#limits"},
      {"square_speeds",
       "squares of triangles part from 4 m/s on, where 3 m/s was asked for, with which they do at a flip "
       "ratio "
       "of 0.999; particles on the same way from 6 on",
       "docs/meshes_and_strands.md#limits"},
      {"fiber_piling",
       "where nothing rubs, layers of fibres slide over each other freely under every scheme: the grid "
       "passes "
       "on no shear between them",
       "docs/meshes_and_strands.md#limits"},
      {"hair_spread",
       "hair spreads under SFLIP hardly more than under FLIP, and less than under APIC; ASFLIP spreads it "
       "far "
       "more than all",
       "docs/meshes_and_strands.md#limits"},
      {"plate_of_meshes",
       "on cells as thick as the plate ASFLIP lets a third of the sand through, where half was asked for, "
       "and "
       "SFLIP hardly more than FLIP",
       "docs/meshes_and_strands.md#limits"},
      {"large_beta",
       "with beta_max 1 nine vertices in a thousand pass through other fibres where ten were asked for; none "
       "does with 0.5",
       "docs/meshes_and_strands.md#limits"},
      {"brush_ablation",
       "no strand is deeper in the box than nodes let it be, and clusters are as crowded, whatever part of "
       "the "
       "rule is missing",
       "docs/meshes_and_strands.md#limits"},
      {"brush_trap", "strands under APIC keep 49 % of the energy of the turn, where half was asked for",
       "docs/meshes_and_strands.md#limits"},
      {"brush_gain", "as the box stops, strands under ASFLIP hold for a moment more than it has done",
       "docs/meshes_and_strands.md#limits"},
      {"brush_speed", "the fastest strand without separation has 348 m/s, where 400 were asked for",
       "docs/meshes_and_strands.md#limits"},
      {"brush_steps", "elements limit most steps under every scheme: few strands are fast enough to do so",
       "docs/meshes_and_strands.md#limits"},
      {"sheets_apic", "on cells of 2 cm APIC parts the sheets first and leaves them as smooth as ASFLIP does",
       "docs/meshes_and_strands.md#limits"},
      {"sheets_sflip",
       "on cells of 2 cm SFLIP parts sheets no earlier than FLIP, and leaves two thirds of its bending "
       "energy",
       "docs/meshes_and_strands.md#limits"},
      {"bubbles_do_not_leak",
       "by B-splines too no bubble ends below the water's centre on these cells: bubbles sink into the "
       "water, which "
       "loses a third of its height, but none leaks through",
       "docs/power.md#limits"},
      {"power_spread",
       "kernels as wide as printed are wider than particles that are two cells of the transport grid wide, "
       "and "
       "plans hardly see clumps",
       "docs/power.md#limits"},
      {"bubbles_run_off_slowly",
       "after 0.8 s only 15 % more of the soft bubbles than of the hard ones have run off the hand; longer "
       "runs "
       "have not been measured with the printed step",
       "docs/power.md#limits"},
      {"warm_plans",
       "plans from nothing take 3 to 28 iterations here; a start from the last plan saves a third to a half "
       "of "
       "them, or none where particles are thrown about",
       "docs/power.md#limits"},
      {"sponge_long_steps",
       "in steps of fifty times the explicit limit six of 87 solves fail, from 5.1 s of 10.9 s on; they are "
       "halved and go on",
       "docs/viscoelastic.md#sponges-and-a-pie"},
      {"sponge_recoils",
       "on finer cells the sponge is drawn out farther before it tears, and its ends recoil at up to three "
       "times "
       "the bullet's speed; no energy comes from nowhere, so that this is no popping",
       "docs/viscoelastic.md#sponges-and-a-pie"},
      {"wheel_corrected",
       "on cells of 4 cm and with the correction of volume ASFLIP throws more grains than AFLIP, and no "
       "higher",
       "docs/integrators_3d.md#wheel"},
      {"embedded_volume",
       "one place per particle cannot fit rest vectors that have turned against each other; least squares "
       "draw embedded space together, by a fifth of its volume where a bar goes flat",
       "docs/embedding.md#limits"}};
  return all;
}

const Limitation& limitation(const std::string& name) {
  const std::vector<Limitation>& all = all_limitations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Limitation& one) { return one.name == name; });
  FROTH_CHECK(found != all.end(), "rows name limitations that are in the list");
  return *found;
}

}  // namespace froth::verify

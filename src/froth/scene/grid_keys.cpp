// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/grid_keys.h>

#include <fmt/format.h>

#include <froth/scene/make_parts.h>

namespace froth {

namespace {

/// Names of the schemes of which something holds.
template <class Predicate>
std::vector<std::string> schemes_where(Predicate holds) {
  std::vector<std::string> names;
  for (const std::string& name : transfer_scheme_names())
    if (holds(transfer_scheme(name))) names.push_back(name);
  return names;
}

Schema& add_transfer_keys(Schema& schema) {
  const auto keeping = schemes_where([](const TransferScheme& s) { return s.keeps_particle_velocity(); });
  const auto parting = schemes_where([](const TransferScheme& s) { return s.has_beta_rule(); });
  const auto polynomial = schemes_where([](const TransferScheme& s) { return s.is_polynomial; });
  return schema
      .choice("transfer", transfer_scheme_names(), "how velocity travels between particles and grid", "apic")
      .real("flip_ratio", unit::one,
            "share of its own velocity that a particle keeps, in schemes where it keeps any; without it the "
            "scheme's own",
            optional, range(0, 1))
      .only_with("transfer", keeping)
      .real("flip_ratio_dt", unit::s,
            "step that flip_ratio is meant for; the ratio is rescaled to the step taken. Without it the "
            "ratio is applied as it is, every step",
            optional, positive)
      .only_with("transfer", keeping)
      .real("beta_min", unit::one,
            "share of the velocity that a particle keeps which also moves it, while it is compressed; for "
            "schemes that part material, without it the scheme's own",
            optional, range(0, 1))
      .only_with("transfer", parting)
      .real("beta_max", unit::one, "the same share where material opens; at least beta_min", optional,
            range(0, 1))
      .only_with("transfer", parting)
      .integer("polynomial_modes",
               "velocity modes of a particle, for transfer = \"polypic\": from those of APIC, 3 in 2D and 4 "
               "in 3D, to all that a quadratic kernel can hold, 9 and 27; without it all",
               optional, range(3, 27))
      .only_with("transfer", polynomial)
      .reals("mode_scales", unit::one,
             "damping of the modes beyond those of APIC, in order, every step; without it none", optional,
             range(0, 1))
      .only_with("transfer", polynomial);
}

/// Modes of a PolyPIC scheme beyond those of APIC, all kept or as the scene says.
void set_modes(TransferScheme& scheme, const Values& solver, int dimension) {
  const int affine = 1 + dimension, most = dimension == 2 ? 9 : 27;
  int modes = most;
  if (solver.has("polynomial_modes")) modes = static_cast<int>(solver.integer("polynomial_modes"));
  if (modes < affine || modes > most)
    fail_at(solver.where("polynomial_modes"),
            fmt::format("polynomial_modes is {}, but in {}D it is from {} to {}", modes, dimension, affine,
                        most));
  scheme.mode_scales.assign(static_cast<std::size_t>(modes - affine), 1.0);
  if (solver.has("mode_scales")) {
    const std::vector<double>& scales = solver.reals("mode_scales");
    if (scales.size() != scheme.mode_scales.size())
      fail_at(solver.where("mode_scales"),
              fmt::format("mode_scales has {} numbers, but there are {} modes beyond the {} of APIC",
                          scales.size(), scheme.mode_scales.size(), affine));
    scheme.mode_scales = scales;
  }
  if (solver.text("kernel") != "quadratic")
    fail_at(solver.where("transfer"),
            "transfer = \"polypic\" is for kernel = \"quadratic\" only; choose one");
}

void set_betas(TransferScheme& scheme, const Values& solver) {
  if (solver.has("beta_min")) scheme.beta_min = solver.real("beta_min");
  if (solver.has("beta_max")) scheme.beta_max = solver.real("beta_max");
  if (scheme.beta_min > scheme.beta_max)
    fail_at(
        solver.where(solver.has("beta_max") ? "beta_max" : "beta_min"),
        fmt::format("beta_min is {}, above beta_max, which is {}; material that opens must move at least as "
                    "freely as material that is compressed",
                    scheme.beta_min, scheme.beta_max));
}

TransferScheme make_transfer(const Values& solver, int dimension) {
  TransferScheme scheme = transfer_scheme(solver.text("transfer"));
  if (scheme.is_polynomial) set_modes(scheme, solver, dimension);
  set_betas(scheme, solver);
  if (solver.has("flip_ratio")) scheme.flip_ratio = solver.real("flip_ratio");
  if (solver.has("flip_ratio_dt")) scheme.flip_ratio_dt = solver.real("flip_ratio_dt");
  return scheme;
}

}  // namespace

Schema with_grid_keys(Schema schema) {
  return add_transfer_keys(schema)
      .choice("kernel", {"quadratic", "cubic"}, "B-spline of the transfer", "quadratic")
      .choice("gradient", {"mls", "kernel"},
              "forces and velocity gradient: moving least squares or kernel gradients", "mls")
      .real("cell_size", unit::m, "edge of a grid cell", required, positive)
      .real("cfl", unit::one,
            "cells that a wave, or in implicit steps material, may cross in an automatic step", 0.4,
            Range{0, 1, true})
      .boolean("tight_colliders",
               "particles stop at the surfaces of colliders, as nodes do, and walls thinner than a cell act "
               "on the nodes beside them, so that nothing passes (docs/colliders.md); false: only nodes "
               "inside of colliders stop",
               true)
      .boolean("keep_volume",
               "liquids: let J and places of particles follow how full the cells are, every eight steps, so "
               "that a pool at rest keeps its height (docs/liquids.md); false: J is its history alone",
               true)
      .real("particles_per_cell", unit::one, "particles that a full cell starts with", by_dimension(4, 8),
            Range{0, 1000, true});
}

void read_grid_keys(const Values& solver, Scene& scene) {
  SolverSpec& spec = scene.solver;
  spec.cell_size = solver.real("cell_size");
  spec.transfer = make_transfer(solver, scene.dimension);
  spec.transfer_name = solver.text("transfer");
  spec.kernel = solver.text("kernel") == "cubic" ? Kernel::Cubic : Kernel::Quadratic;
  spec.gradient = solver.text("gradient") == "kernel" ? GradientForm::Kernel : GradientForm::Mls;
  spec.cfl = solver.real("cfl");
  spec.keeps_volume = solver.boolean("keep_volume");
  spec.tight_colliders = solver.boolean("tight_colliders");
}

}  // namespace froth

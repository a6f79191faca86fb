// SPDX-License-Identifier: Apache-2.0
// The transfers taken apart, without any solver: a state, its grid, and the functions of transfer/.
#include <doctest/doctest.h>

#include <froth/mpm/stages.h>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {

/// A sorted block of particles with random stress, its grid and the job of one step.
template <int Dim, class Real>
struct Prepared {
  MpmState<Dim, Real> state;
  PosedObstacles obstacles;

  Prepared(int degree, GradientForm form, const std::string& scheme = "apic")
      : state(settings<Dim>(0.1, scheme, degree, form)) {
    AffineField<Dim> field;
    Rng rng(5);
    for (int r = 0; r < Dim; ++r) {
      field.at_origin[r] = rng.uniform(-2, 2);
      for (int c = 0; c < Dim; ++c) field.gradient(r, c) = rng.uniform(-3, 3);
    }
    add_body(state, "block", no_stress<Real>(), 1000, jittered_block<Dim>(9, 0.6, field));
    sort_particles(state.settings.lattice, state.bodies);
    activate_grid(state.settings.lattice, state.bodies, state.grid);
    const auto p = view_of<Dim, Real>(state.bodies[0].particles);
    for (Index s = 0; s < p.count; ++s)
      for (int k = 0; k < 6; ++k) p.tau[k][s] = Real(rng.uniform(-1e4, 1e4));
  }
  TransferJob<Dim, Real> job(double dt) {
    return transfer_job(state.settings, state.bodies, state.grid, obstacles, dt);
  }
};

template <int Dim, class Real, class Visit>
void for_each_node(const MpmGrid<Dim, Real>& grid, Visit visit) {
  for (Index b = 0; b < static_cast<Index>(grid.topology.blocks().size()); ++b)
    if (grid.fields.is_open[static_cast<std::size_t>(b)] != 0)
      for (int n = 0; n < kBlockCells<Dim>; ++n) visit(b, n);
}

/// Oracle: the fused scatter. Mass, momentum and dt times the force, summed apart, are the fused sums to
/// rounding: a node adds up some hundred terms.
template <int Dim, class Real>
void check_scatter(int degree, GradientForm form) {
  Prepared<Dim, Real> prepared(degree, form);
  const double dt = 1e-3;
  const auto job = prepared.job(dt);
  MpmGrid<Dim, Real>& grid = prepared.state.grid;
  GridFields<Dim, Real> momentum;
  NodeSums<Dim, Real> force;
  scatter_momentum(job, momentum);
  scatter_stress(job, force);
  p2g(job, grid.fields);
  CHECK(momentum.is_open == grid.fields.is_open);
  CHECK(force.is_open == grid.fields.is_open);
  double largest = 0, error = 0, largest_force = 0;
  for_each_node(grid, [&](Index b, int n) {
    const auto &fused = grid.fields.motion.block(b)[n], &p = momentum.motion.block(b)[n],
               &f = force.field.block(b)[n];
    for (int d = 0; d < Dim; ++d) {
      largest = std::max(largest, std::abs(double(fused[d])));
      largest_force = std::max(largest_force, std::abs(dt * double(f[d])));
      error = std::max(error, std::abs(double(fused[d]) - double(p[d]) - dt * double(f[d])));
    }
    CHECK(fused[3] == p[3]);
  });
  CHECK(largest_force > 0.01 * largest);  // the force is there to be seen
  CHECK(error < (sizeof(Real) == 4 ? 1e-5 : 1e-14) * largest);
}

/// Oracle: Newton's third law and the definition: impulses given to particles arrive on the grid in full.
template <int Dim, class Real>
void check_impulses(int degree) {
  Prepared<Dim, Real> prepared(degree, GradientForm::Mls);
  const auto job = prepared.job(1e-3);
  const std::size_t count = static_cast<std::size_t>(job.bodies[0].count);
  Rng rng(9);
  std::vector<Real> plane[Dim];
  VectorPlanes<Dim, Real> planes{};
  Vec<Dim, double> given{}, found{};
  for (int d = 0; d < Dim; ++d) {
    plane[d].resize(count);
    for (Real& x : plane[d]) x = Real(rng.uniform(0, 1)), given[d] += double(x);
    planes.plane[d] = plane[d].data();
  }
  NodeSums<Dim, Real> sums;
  scatter_impulses(job, std::span<const VectorPlanes<Dim, Real>>(&planes, 1), sums);
  for (Index b = 0; b < static_cast<Index>(sums.is_open.size()); ++b)
    if (sums.is_open[static_cast<std::size_t>(b)] != 0)
      for (int n = 0; n < kBlockCells<Dim>; ++n)
        for (int d = 0; d < Dim; ++d) found[d] += double(sums.field.block(b)[n][d]);
  CHECK(norm(found - given) < (sizeof(Real) == 4 ? 1e-5 : 1e-13) * norm(given));
}

/// Oracle: an affine field on the nodes is what it is at the particles, and so is its gradient [Jiang2015];
/// advection moves by dt times the given velocity.
template <int Dim, class Real>
void check_gather(int degree, GradientForm form) {
  Prepared<Dim, Real> prepared(degree, form);
  const double dt = 2e-3;
  MpmState<Dim, Real>& state = prepared.state;
  const auto job = prepared.job(dt);
  p2g(job, state.grid.fields);
  AffineField<Dim> field;
  Rng rng(6);
  for (int r = 0; r < Dim; ++r) {
    field.at_origin[r] = rng.uniform(-2, 2);
    for (int c = 0; c < Dim; ++c) field.gradient(r, c) = rng.uniform(-3, 3);
  }
  const Lattice<Dim>& lattice = state.settings.lattice;
  for_each_node(state.grid, [&](Index b, int n) {
    Vec<Dim, std::int32_t> i{};
    for (int d = Dim - 1, k = n; d >= 0; --d, k /= kBlockWidth)
      i[d] = first_node(state.grid.topology.blocks()[static_cast<std::size_t>(b)][d]) + k % kBlockWidth;
    const Vec<Dim, double> v = field(lattice.node_position(i));
    for (int d = 0; d < Dim; ++d) state.grid.fields.motion.block(b)[n][d] = Real(v[d]);
  });
  const auto p = view_of<Dim, Real>(state.bodies[0].particles);
  const auto position = [&](Index s) {
    Vec<Dim, std::int32_t> cell{};
    Vec<Dim, double> offset{};
    for (int d = 0; d < Dim; ++d) cell[d] = p.cell[d][s], offset[d] = Offset<Real>::exact(p.offset[d][s]);
    return lattice.position(cell, offset);
  };
  std::vector<Vec<Dim, double>> x;
  for (Index s = 0; s < p.count; ++s) x.push_back(position(s));
  std::vector<std::vector<Real>> alone(Dim * Dim, std::vector<Real>(x.size()));
  MatrixPlanes<Dim, Real> planes{};
  for (std::size_t k = 0; k < alone.size(); ++k) planes.plane[k] = alone[k].data();

  gather_gradient(job, state.grid.fields.motion, state.grid.fields.touched,
                  std::span<const MatrixPlanes<Dim, Real>>(&planes, 1));
  gather_velocity(job, state.grid.fields);
  const double rounding = (sizeof(Real) == 4 ? 1.2e-7 : 2.3e-16) * 5 * 64;  // as in round_trip_test.cpp
  double v_error = 0, gradient_error = 0, stayed = 0;
  for (Index s = 0; s < p.count; ++s) {
    const Vec<Dim, double> v = field(x[static_cast<std::size_t>(s)]);
    for (int d = 0; d < Dim; ++d) v_error = std::max(v_error, std::abs(double(p.v[d][s]) - v[d]));
    for (int k = 0; k < Dim * Dim; ++k) {
      const double exact = field.gradient(k / Dim, k % Dim);
      gradient_error = std::max(
          {gradient_error, std::abs(double(p.grad_v[k][s]) - exact),
           std::abs(double(alone[static_cast<std::size_t>(k)][static_cast<std::size_t>(s)]) - exact)});
    }
    stayed = std::max(stayed, norm(position(s) - x[static_cast<std::size_t>(s)]));
  }
  CHECK(v_error < rounding);
  CHECK(gradient_error < 4 * rounding / lattice.dx);
  CHECK(stayed == 0);

  VectorPlanes<Dim, Real> velocity{};
  for (int d = 0; d < Dim; ++d) velocity.plane[d] = p.v[d];
  const std::vector<MotionReport> reports =
      advect(job, std::span<const VectorPlanes<Dim, Real>>(&velocity, 1));
  double x_error = 0, fastest = 0;
  for (Index s = 0; s < p.count; ++s) {
    Vec<Dim, double> v{};
    for (int d = 0; d < Dim; ++d) v[d] = double(p.v[d][s]);
    fastest = std::max(fastest, norm(v));
    x_error = std::max(x_error, norm(position(s) - x[static_cast<std::size_t>(s)] - dt * v));
  }
  CHECK(reports[0].bad_particle == -1);
  CHECK(reports[0].max_speed == doctest::Approx(fastest).epsilon(1e-6));
  CHECK(x_error < rounding * dt + 1e-10 * lattice.dx);  // a float offset is good to 2^-32 of a cell
}

}  // namespace

TEST_CASE("momentum and stress scattered apart add up to the fused scatter") {
  for (const int degree : {2, 3})
    for (const GradientForm form : {GradientForm::Mls, GradientForm::Kernel}) {
      CAPTURE(degree);
      check_scatter<2, double>(degree, form);
      check_scatter<3, double>(degree, form);
      check_scatter<2, float>(degree, form);
      check_scatter<3, float>(degree, form);
    }
}

TEST_CASE("impulses of particles arrive on the grid in full") {
  for (const int degree : {2, 3}) {
    check_impulses<2, double>(degree);
    check_impulses<3, float>(degree);
  }
}

TEST_CASE("gathers and advection taken apart") {
  for (const int degree : {2, 3})
    for (const GradientForm form : {GradientForm::Mls, GradientForm::Kernel}) {
      CAPTURE(degree);
      check_gather<2, double>(degree, form);
      check_gather<3, double>(degree, form);
      check_gather<3, float>(degree, form);
    }
}

// Oracle: a not-a-number is no step; the particle is named and nobody moves.
TEST_CASE("advection names the particle that cannot move") {
  Prepared<2, double> prepared(2, GradientForm::Mls);
  const auto job = prepared.job(1e-3);
  const auto p = job.bodies[0];
  p.v[1][17] = std::nan("");
  VectorPlanes<2, double> velocity{{p.v[0], p.v[1]}};
  CHECK(advect(job, std::span<const VectorPlanes<2, double>>(&velocity, 1))[0].bad_particle == 17);
}

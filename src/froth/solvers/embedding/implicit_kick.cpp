// SPDX-License-Identifier: Apache-2.0
// Linearly implicit Euler, for comparison: rotation is damped severely. Source: [Jones2014], section 3.2, and
// its video; the matrix is that of stiffness.h, with the rotations of the beginning:
//   (M + dt^2 K) dv = dt (f - dt K v),   v += dv.
#include <froth/embedding/loops.h>
#include <froth/linalg/svd.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }
constexpr int kMostIterations = 500;
constexpr double kShare = 1e-6;  ///< of the velocities of free fall over a step, or of the forces

}  // namespace

void EmbeddingSolver::kick_implicitly(EmbeddedBody& body, double time, double dt, StepReport& report) {
  const StageClock::Scope scope(clock_, "integrate");
  const Vec3<double> gravity = settings_.settling.gravity_share(time) * settings_.gravity;
  NonlinearSpace& space = nonlinear_space_;
  space.rotation.resize(body.x.size()), space.diagonal.resize(body.x.size());
  space.force.resize(body.x.size());
  space.change.assign(body.x.size(), Vec3<double>{});
  for_each_particle(body.count(), [&](Index i) {
    const SignedSvd<3, double> svd = signed_svd(body.F[at(i)]);
    space.rotation[at(i)] = svd.U * transpose(svd.V);
  });
  const auto stiffness = [&](std::span<const Vec3<double>> d, std::span<Vec3<double>> y) {
    apply_stiffness(body, space.rotation, settings_.residual_stiffness, d, y, space.stiffness);
  };
  stiffness(body.v, space.force);
  stiffness_diagonal(body, settings_.residual_stiffness, space.diagonal);
  const double size = sum_particles(body.count(), 0.0, [&](double& sum, Index i) {
    const double m = body.mass[at(i)];
    const Vec3<double> push = body.force[at(i)] + m * gravity;
    space.force[at(i)] = dt * (push - dt * space.force[at(i)]);
    space.diagonal[at(i)] = m + dt * dt * space.diagonal[at(i)];
    sum += dot(space.force[at(i)], space.force[at(i)]) / (m * m);
  });
  const auto apply = [&](std::span<const Vec3<double>> d, std::span<Vec3<double>> y) {
    stiffness(d, y);
    for_each_particle(body.count(),
                      [&](Index i) { y[at(i)] = body.mass[at(i)] * d[at(i)] + (dt * dt) * y[at(i)]; });
  };
  const double tolerance = kShare * std::sqrt(size / double(std::max<Index>(body.count(), 1)));
  report.iterations += conjugate_gradients(apply, space.diagonal, space.force, space.change, tolerance,
                                           kMostIterations, space.cg)
                           .iterations;
  for_each_particle(body.count(), [&](Index i) { body.v[at(i)] += space.change[at(i)]; });
}

}  // namespace froth

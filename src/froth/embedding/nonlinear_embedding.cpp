// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/nonlinear_embedding.h>

#include <cmath>

#include <froth/embedding/deformation.h>
#include <froth/embedding/loops.h>
#include <froth/linalg/svd.h>

namespace froth {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Iterations of Newton's method in one embedding: warm starts need one or two.
constexpr int kMostNewton = 8;
/// Of the springs against the residual, as a share of the modulus of pressure waves.
constexpr double kResidualShare = 0.1;

/// Forces of the energy at the embedded positions, and the rotations there.
void forces_at(const EmbeddedBody& body, NonlinearSpace& space) {
  for_each_particle(body.count(), [&](Index i) {
    const FlowStep step = flow_step(body.law_of(i), fit_gradient(body.near, body.embedded.data(), i), 0, 0);
    space.F[at(i)] = step.elastic, space.rotation[at(i)] = step.rotation;
    space.stress[at(i)] = step.piola * body.volume(i);
  });
  gather_forces(body, body.embedded, space.F, space.stress, kResidualShare, space.force,
                space.stiffness.pulls);
}

}  // namespace

CgReport solve_nonlinear_embedding(EmbeddedBody& body, double tolerance, int most, NonlinearSpace& space) {
  const std::size_t count = body.x.size();
  for (auto* matrices : {&space.F, &space.stress, &space.rotation}) matrices->resize(count);
  space.force.resize(count), space.diagonal.resize(count);
  stiffness_diagonal(body, kResidualShare, space.diagonal);
  const auto apply = [&](std::span<const Vec3<double>> d, std::span<Vec3<double>> y) {
    apply_stiffness(body, space.rotation, kResidualShare, d, y, space.stiffness);
  };
  CgReport report;
  for (int newton = 0; newton < kMostNewton && report.iterations < most; ++newton) {
    forces_at(body, space);
    space.change.assign(count, Vec3<double>{});
    const CgReport solved = conjugate_gradients(apply, space.diagonal, space.force, space.change, tolerance,
                                                most - report.iterations, space.cg);
    const double square = sum_particles(body.count(), 0.0, [&](double& sum, Index i) {
      body.embedded[at(i)] += space.change[at(i)];
      sum += dot(space.change[at(i)], space.change[at(i)]);
    });
    report.iterations += solved.iterations, report.residual = solved.residual;
    if (std::sqrt(square / double(count)) < tolerance) break;
  }
  return report;
}

std::vector<Mat3<double>> turns_to_rest(const EmbeddedBody& body) {
  std::vector<Mat3<double>> to_rest(body.x.size(), Mat3<double>::identity());
  for_each_particle(body.count(), [&](Index i) {
    if (body.is_loose[at(i)] != 0) return;
    const SignedSvd<3, double> svd = signed_svd(fit_gradient(body.near, body.embedded.data(), i));
    to_rest[at(i)] = svd.V * transpose(svd.U);
  });
  return to_rest;
}

}  // namespace froth

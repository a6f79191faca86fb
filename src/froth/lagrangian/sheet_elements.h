// SPDX-License-Identifier: Apache-2.0
// Cloth: membrane triangles and hinges between them. Source: [Grinspun2003]; [Bridson2003].
#pragma once

#include <froth/lagrangian/corner_sums.h>
#include <froth/lagrangian/element_set.h>
#include <froth/lagrangian/hinge.h>
#include <froth/lagrangian/membrane.h>

namespace froth {

struct SheetSettings {
  double youngs_modulus = 0, poisson_ratio = 0;  ///< [Pa], [-]
  double density = 0;                            ///< [kg/m^3]
  double thickness = 0;                          ///< [m]
  double bending_factor = 1;                     ///< of the plate's D = E h^3 / (12 (1 - nu^2)) [-]
};

class SheetElements final : public ElementSet<3> {
 public:
  using Triangle = std::array<std::uint32_t, 3>;
  using Hinge = std::array<std::uint32_t, 4>;

  /// Throws InputError where a triangle is degenerate, where an edge has more than two, and where neighbours
  /// are turned against each other.
  SheetElements(const SheetSettings& settings, std::vector<Triangle> triangles,
                const std::vector<Vec3<double>>& rest);

  ElementEnergies energies(ConstVectors x) const override;
  void gradient(ConstVectors x, Vectors g) const override;
  const VertexMatrix<3>& hessian(ConstVectors x, Curvature curvature) const override;
  int newton_step(const VertexMotion<3>& at, double dt, Vectors dv, Vectors grip = {}) override;
  double explicit_limit() const override { return limit_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }
  const std::vector<Hinge>& hinges() const { return hinges_; }

 private:
  void product(ConstVectors x, ConstVectors u, Vectors Ku) const;

  MembraneLaw<double> law_;
  std::vector<Triangle> triangles_;
  std::vector<MembraneRest<double>> flat_;
  std::vector<Hinge> hinges_;
  std::vector<HingeRest<double>> bent_;
  CornerSums triangle_sums_, hinge_sums_;
  double limit_;
  mutable VertexMatrix<3> matrix_{0};                           ///< made when it is first asked for
  mutable std::vector<Vec3<double>> of_triangles_, of_hinges_;  ///< scratch, by corner
};

/// The inner edges of a sheet: the two ends, then the corners across it; throws where the sheet is no
/// manifold.
std::vector<SheetElements::Hinge> hinges_of(std::span<const SheetElements::Triangle> triangles);

}  // namespace froth

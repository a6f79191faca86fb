// SPDX-License-Identifier: Apache-2.0
// A solid of linear elements, triangles in the plane and tetrahedra in space. Source: [Sifakis2012].
#pragma once

#include <variant>

#include <froth/lagrangian/corner_sums.h>
#include <froth/lagrangian/element_set.h>
#include <froth/lagrangian/simplex.h>
#include <froth/materials/fixed_corotated.h>
#include <froth/materials/neo_hookean.h>

namespace froth {

/// The laws of the list whose stress follows from the deformation alone.
template <class Real>
using ElasticLaw = std::variant<NeoHookean<Real>, FixedCorotated<Real>>;

template <int Dim>
class SolidElements final : public ElementSet<Dim> {
 public:
  using Corners = std::array<std::uint32_t, Dim + 1>;
  using typename ElementSet<Dim>::Vectors;
  using typename ElementSet<Dim>::ConstVectors;

  /// Throws InputError where an element is flat or inside out at rest, with its number.
  SolidElements(const ElasticLaw<double>& law, double density, std::vector<Corners> elements,
                const std::vector<Vec3<double>>& rest);

  ElementEnergies energies(ConstVectors x) const override;
  void gradient(ConstVectors x, Vectors g) const override;
  const VertexMatrix<Dim>& hessian(ConstVectors x, Curvature curvature) const override;
  int newton_step(const VertexMotion<Dim>& at, double dt, Vectors dv, Vectors grip = {}) override;
  std::string fault(ConstVectors x) const override;
  double explicit_limit() const override { return limit_; }
  const std::vector<Corners>& elements() const { return elements_; }
  const std::vector<SimplexRest<Dim, double>>& rest() const { return rest_; }

 private:
  void product(ConstVectors x, ConstVectors u, Vectors Ku) const;
  template <class Each>
  void by_corner(Each each) const;

  ElasticLaw<double> law_;
  std::vector<Corners> elements_;
  std::vector<SimplexRest<Dim, double>> rest_;
  CornerSums sums_;
  double limit_;
  mutable VertexMatrix<Dim> matrix_{0};           ///< made when it is first asked for
  mutable std::vector<Vec<Dim, double>> corner_;  ///< scratch: what elements give their corners
};

}  // namespace froth

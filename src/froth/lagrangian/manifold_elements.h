// SPDX-License-Identifier: Apache-2.0
// Elements of a sheet or of strands that also press and rub across themselves: what they do along themselves
// is theirs, this adds where across is at every vertex. Source: [Jiang2017], section 4, the split.
#pragma once

#include <memory>

#include <froth/lagrangian/element_body.h>
#include <froth/lagrangian/manifold_contact.h>

namespace froth {

template <int Dim>
class ManifoldElements final : public ElementSet<Dim> {
 public:
  using typename ElementSet<Dim>::Vectors;
  using typename ElementSet<Dim>::ConstVectors;

  /// `joined` are the edges of strands or the triangles of a sheet, by vertex. `separates_across`: J of the
  /// rule of separation is that across the manifold alone, as [Fei2021], section 7, proposes.
  ManifoldElements(std::unique_ptr<ElementSet<Dim>> elements, const Topology& joined,
                   const ManifoldContact& contact, bool separates_across)
      : elements_(std::move(elements)), joined_(joined), contact_(contact), across_(separates_across) {}

  const ManifoldContact& contact() const { return contact_; }
  bool separates_across() const { return across_; }
  AcrossManifold across(std::size_t vertex) const;

  ElementEnergies energies(ConstVectors x) const override { return elements_->energies(x); }
  void gradient(ConstVectors x, Vectors g) const override { elements_->gradient(x, g); }
  const VertexMatrix<Dim>& hessian(ConstVectors x, Curvature curvature) const override {
    return elements_->hessian(x, curvature);
  }
  void step_state(ConstVectors x, std::span<const std::uint8_t> is_held, double dt) override {
    elements_->step_state(x, is_held, dt);
  }
  void explicit_step(const VertexMotion<Dim>& at, double dt, Vectors dv) override {
    elements_->explicit_step(at, dt, dv);
  }
  int newton_step(const VertexMotion<Dim>& at, double dt, Vectors dv, Vectors grip = {}) override {
    return elements_->newton_step(at, dt, dv, grip);
  }
  void follow(ConstVectors x, double dt) override {
    elements_->follow(x, dt);
    find_axes(x);
  }
  std::string fault(ConstVectors x) const override { return elements_->fault(x); }
  double explicit_limit() const override { return elements_->explicit_limit(); }
  void save(BinaryWriter& out) const override { elements_->save(out); }
  void load(BinaryReader& in) override { elements_->load(in); }

 private:
  void find_axes(ConstVectors x);

  std::unique_ptr<ElementSet<Dim>> elements_;
  Topology joined_;
  ManifoldContact contact_;
  bool across_;
  std::vector<Vec3<double>> axis_;  ///< by vertex: normal of a sheet, tangent of a strand
};

/// Null where a body has no such contact.
template <int Dim>
const ManifoldElements<Dim>* manifold_of(const ElementBody<Dim>& body) {
  return dynamic_cast<const ManifoldElements<Dim>*>(body.elements.get());
}

}  // namespace froth

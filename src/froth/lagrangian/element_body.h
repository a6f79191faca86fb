// SPDX-License-Identifier: Apache-2.0
// The elements of one body whose vertices are particles: which slot each vertex has, where the vertices are
// and how they move, and which of them are held. Particles have ids in the order of vertices.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <froth/geometry/motion.h>
#include <froth/interface/body_view.h>
#include <froth/lagrangian/element_set.h>
#include <froth/lagrangian/manifold_contact.h>
#include <froth/particles/column_table.h>

namespace froth {

/// How forces of elements become momentum.
enum class ElementForces : unsigned char {
  Newton,   ///< the body's own linearly implicit step, whose change of momentum goes to the grid
  Explicit  ///< dt times the force
};

/// Vertices that move as a held region does while it holds.
struct HeldVertex {
  std::uint32_t vertex;
  std::size_t region;    ///< number of the held region
  Vec3<double> at_rest;  ///< its place in the region's frame [m]
};

template <int Dim>
struct ElementBody {
  std::unique_ptr<ElementSet<Dim>> elements;
  ElementForces forces = ElementForces::Newton;
  Topology joined;    ///< by vertex
  double radius = 0;  ///< of strands, half the thickness of sheets [m]; 0 of solids
  std::vector<HeldVertex> held;
  ManifoldContact contact;         ///< of sheets and strands
  bool separates_across = false;   ///< J of the rule of separation is that across the manifold alone

  std::vector<std::uint32_t> slot;         ///< of every vertex
  std::vector<Vec<Dim, double>> x, v, dv;  ///< by vertex
  std::vector<double> mass;
  std::vector<std::uint8_t> is_held;
  std::vector<Vec<Dim, double>> target;  ///< of held vertices at the end of the step, by number in `held`
  Index iterations = 0;                  ///< of inner solves in the last step
  std::vector<Vec3<double>> axis;        ///< by vertex: normal of a sheet, tangent of a strand; else empty

  explicit ElementBody(std::size_t vertices)
      : slot(vertices), x(vertices), v(vertices), dv(vertices), mass(vertices), is_held(vertices) {}
  std::size_t count() const { return slot.size(); }
  VertexMotion<Dim> motion() const { return {x, v, mass, is_held}; }
  /// log J across the manifold is kept beside that of volume.
  bool across_is_apart() const { return contact.modulus > 0 && !separates_across; }
  bool is_manifold() const { return radius > 0; }
  AcrossManifold across(std::size_t vertex) const {
    const bool is_strand = joined.triangles.empty();
    const Vec3<double>& a = axis[vertex];
    if (!is_strand) return AcrossManifold::sheet(a);
    return Dim == 3 ? AcrossManifold::strand(a) : AcrossManifold::sheet({-a[1], a[0], 0});
  }
  /// Normals and tangents for where the vertices are now.
  void find_axes();

  /// Learns the slots from the ids and keeps up with them from now on.
  void find_vertices(ColumnTable& particles) {
    std::size_t n = 0;
    for (const auto& [id, s] : particles.slot_of_id()) slot[n++] = s;
    follower_ = particles.follow([this](const SlotMoves& moves) {
      for (std::uint32_t& s : slot) s = moves.to[s];
    });
  }
  /// `joined` by slot, as output wants it; valid until the next call.
  const Topology* topology() const {
    const auto placed = [&](auto list) {
      for (auto& element : list)
        for (std::uint32_t& k : element) k = slot[k];
      return list;
    };
    by_slot_.segments = placed(joined.segments);
    by_slot_.triangles = placed(joined.triangles);
    by_slot_.tetrahedra = placed(joined.tetrahedra);
    return &by_slot_;
  }

 private:
  std::shared_ptr<const SlotFollower> follower_;
  mutable Topology by_slot_;
};

template <int Dim>
void ElementBody<Dim>::find_axes() {
  if (!is_manifold() || (!(contact.modulus > 0) && !separates_across)) return;
  axis.assign(count(), Vec3<double>{});
  for (const auto& e : joined.segments) {
    const Vec3<double> edge = lift(x[e[1]] - x[e[0]]);
    for (const std::uint32_t k : e) axis[k] += edge;
  }
  for (const auto& t : joined.triangles) {
    const Vec3<double> area = cross(lift(x[t[1]] - x[t[0]]), lift(x[t[2]] - x[t[0]]));
    for (const std::uint32_t k : t) axis[k] += area;
  }
  for (Vec3<double>& a : axis)
    if (const double size = norm(a); size > 0) a = a / size;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The elements of one body whose vertices are particles: which slot each vertex has, where the vertices are
// and how they move, and which of them are held. Particles have ids in the order of vertices.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <froth/geometry/motion.h>
#include <froth/interface/body_view.h>
#include <froth/lagrangian/element_forces.h>
#include <froth/lagrangian/element_set.h>
#include <froth/particles/column_table.h>

namespace froth {

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

  std::vector<std::uint32_t> slot;         ///< of every vertex
  std::vector<Vec<Dim, double>> x, v, dv;  ///< by vertex
  std::vector<double> mass;
  std::vector<std::uint8_t> is_held;
  std::vector<Vec<Dim, double>> target;  ///< of held vertices at the end of the step, by number in `held`
  Index iterations = 0;                  ///< of inner solves in the last step

  explicit ElementBody(std::size_t vertices)
      : slot(vertices), x(vertices), v(vertices), dv(vertices), mass(vertices), is_held(vertices) {}
  std::size_t count() const { return slot.size(); }
  VertexMotion<Dim> motion() const { return {x, v, mass, is_held}; }

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

}  // namespace froth

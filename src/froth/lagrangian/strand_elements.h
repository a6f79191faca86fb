// SPDX-License-Identifier: Apache-2.0
// Strands: discrete elastic rods with stretching, bending and twist, in space and in the plane, where they
// are strips of unit depth. Every strand takes its own implicit step by a banded solve; edges turn about
// themselves with the inertia of their section.
// Source: [Bergou2008], [Bergou2010]; a linearly implicit step per strand as in [Fei2021], section 6.
#pragma once

#include <memory>

#include <froth/lagrangian/banded.h>
#include <froth/lagrangian/element_set.h>
#include <froth/lagrangian/rod_corner.h>
#include <froth/lagrangian/stretch.h>
#include <froth/particles/column_table.h>

namespace froth {

/// Stiffness and inertia of the section of a strand.
struct RodSection {
  double stretching = 0;       ///< E A [N]
  double bending = 0;          ///< E I [N m^2]
  double twisting = 0;         ///< G J [N m^2]; 0 in the plane
  double area = 0;             ///< [m^2]; in the plane the width [m]
  double turning_inertia = 0;  ///< density times polar moment of area [kg m]
};

/// A round section, or in the plane a strip of this half width and unit depth.
RodSection rod_section(int dim, double youngs_modulus, double shear_modulus, double density, double radius);

template <int Dim>
class StrandElements final : public ElementSet<Dim> {
 public:
  using typename ElementSet<Dim>::Vectors;
  using typename ElementSet<Dim>::ConstVectors;

  /// `begin` has the first vertex of every strand and, last, the number of all. Places at rest and at the
  /// start may differ. Throws InputError where a strand has fewer than two vertices, or two in one place.
  StrandElements(const RodSection& section, std::vector<std::uint32_t> begin,
                 const std::vector<Vec3<double>>& rest, const std::vector<Vec3<double>>& start,
                 double density);

  ElementEnergies energies(ConstVectors x) const override;
  void gradient(ConstVectors x, Vectors g) const override;
  void explicit_step(const VertexMotion<Dim>& at, double dt, Vectors dv) override;
  /// By vertices, with the angles of edges held. Exact where vertices are as the directors know them; farther
  /// away but for a share of the twisting moment, see strand_solve.cpp.
  const VertexMatrix<Dim>& hessian(ConstVectors x, Curvature curvature) const override;
  /// The angles of edges that balance at these places, with the inertia of their section.
  void step_state(ConstVectors x, std::span<const std::uint8_t> is_held, double dt) override;
  int newton_step(const VertexMotion<Dim>& at, double dt, Vectors dv, Vectors grip = {}) override;
  void follow(ConstVectors x, double dt) override;
  double explicit_limit() const override { return limit_; }
  void save(BinaryWriter& out) const override { save_table(edges_, out); }
  void load(BinaryReader& in) override;

  const std::vector<std::uint32_t>& begin() const { return begin_; }
  /// Twist of the edges against each other is laid on by hand: turns the director of edge `v` [-].
  void turn_edge(std::size_t v, double angle, ConstVectors x);
  double length(std::size_t v) const { return length_[v]; }

 private:
  static constexpr int kWidth = 10;  ///< unknowns of three vertices and their edges are eleven neighbours
  using Matrix = BandedMatrix<kWidth, double>;

  struct Frame {
    Vec3<double> director, tangent;
  };
  /// Columns of the edges, found once.
  struct EdgePlanes {
    double *director[3], *tangent[3], *spin, *twist;
  };
  /// What the step of one strand is made of, kept from strand to strand.
  struct Scratch {
    std::vector<Vec3<double>> edge, director;  ///< by edge, carried to where it is
    std::vector<double> force;                 ///< gradient by unknowns: three of a vertex, one of its edge
    std::vector<double> v, b;                  ///< by unknowns
    Matrix matrix;
    Matrix stiffness;          ///< times dt^2, before vertices were held
    std::vector<double> pull;  ///< by unknowns, impulse of the step's own forces
  };
  static Scratch& scratch();
  void find_planes();
  Frame frame(std::size_t v) const;
  void set_frame(std::size_t v, const Frame& frame);
  /// Edges of one strand and their directors, which belong to the tangents of the state: where vertices are
  /// elsewhere, they are carried there.
  void find_edges(ConstVectors x, std::size_t strand, Scratch& at) const;
  RodCornerRest<double> rest_of(std::size_t v) const;
  RodStiffness<double> stiffness() const { return {section_.bending, section_.twisting}; }
  enum class Sum { Gradient, Both };
  /// Gradient of one strand, and with Both the positive part of its stiffness times `factor`.
  template <Sum sum>
  void assemble(ConstVectors x, std::size_t strand, double factor, Scratch& to) const;
  /// One inner vertex with its two edges, as find_edges() has them.
  RodCorner<double> corner(ConstVectors x, std::size_t v) const;
  Vec3<double> turning(const Vec3<double>& edge, std::size_t v) const;
  void make_matrix(std::size_t vertices) const;
  void step_angles(ConstVectors x, std::span<const std::uint8_t> is_held, std::size_t strand, double dt);
  void step_strand(const VertexMotion<Dim>& at, std::size_t strand, double dt, Vectors dv, Vectors grip);
  template <class Each>
  void for_each_strand(Each each) const {
    constexpr Index chunk = 16;
    parallel_chunks(static_cast<Index>(begin_.size()) - 1, chunk, [&](const Chunk& c) {
      for (Index s = c.begin; s < c.end; ++s) each(static_cast<std::size_t>(s));
    });
  }

  RodSection section_;
  std::vector<std::uint32_t> begin_;
  std::vector<double> length_;           ///< at rest, of the edge that starts at a vertex
  std::vector<Vec2<double>> curvature_;  ///< at rest, at inner vertices
  /// Row v is the edge that starts at vertex v: director and tangent, spin about it [1/s], twist at v.
  ColumnTable edges_;
  /// Edges and inner corners by vertex, and their matrix: made when it is first asked for.
  struct Assembly {
    std::vector<std::array<std::uint32_t, 2>> edges;
    std::vector<std::array<std::uint32_t, 3>> corners;
    CornerSums of_edges, of_corners;
    VertexMatrix<Dim> matrix;
  };
  mutable std::unique_ptr<Assembly> assembly_;
  EdgePlanes at_{};
  double limit_;
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Source: work is impulse times the velocity of who gives it.
#include <froth/mpm/hold_vertices.h>

#include <algorithm>
#include <cmath>

#include <froth/base/error.h>
#include <froth/mpm/node_places.h>
#include <froth/mpm/particle_reader.h>
#include <froth/transfer/bspline.h>

namespace froth {

namespace {

constexpr Index kVertexChunk = 4096;

/// Calls f(block number, node of the block, weight, way from the particle in cells) for a particle's nodes.
template <int Degree, int Dim, class Real, class F>
void each_node(const GridTopology<Dim>& topology, const ParticleView<Dim, const Real>& p, Index s, F f) {
  constexpr int width = Degree + 1;
  double w[Dim][width], offset[Dim];
  int count = 1;
  for (int d = 0; d < Dim; ++d, count *= width) {
    offset[d] = Offset<Real>::exact(p.offset[d][s]);
    BSpline<Degree, double>::weights(offset[d], w[d]);
  }
  for (int n = 0; n < count; ++n) {
    Vec<Dim, std::int32_t> node{};
    Vec<Dim, double> way{};
    double weight = 1;
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= width) {
      const int k = rest % width;
      node[d] = p.cell[d][s] + k + kTileMargin;
      way[d] = k - Degree / 2. - offset[d];
      weight *= w[d][k];
    }
    const std::int32_t block = topology.find(block_of<Dim>(node));
    FROTH_CHECK(block >= 0, "a held vertex is out of the grid's reach");
    f(block, cell_in_block<Dim>(node), weight, way);
  }
}

bool has_turning(const PosedObstacles& obstacles) {
  return std::ranges::any_of(obstacles.sources, [](const PosedRegion& region) {
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        if (region.turning(r, c) != 0) return true;
    return false;
  });
}

/// By block of nodes: whether a region may hold one of them.
template <int Dim>
std::vector<std::uint8_t> blocks_near(const Lattice<Dim>& lattice, const PosedObstacles& obstacles,
                                      const GridTopology<Dim>& topology) {
  const NodePlaces<Dim> where{lattice};
  std::vector<std::uint8_t> is_near;
  for (const BlockCoord<Dim>& block : topology.blocks())
    is_near.push_back(std::ranges::any_of(
        obstacles.sources, [&](const PosedRegion& region) { return where.may_touch(region, block); }));
  return is_near;
}

/// Whether a node of a particle is in such a block: those at the corners of its stencil say so for all.
template <int Dim, class Real>
bool touches(const GridTopology<Dim>& topology, const std::vector<std::uint8_t>& is_near,
             const ParticleView<Dim, const Real>& p, Index s, int degree) {
  for (int corner = 0; corner < 1 << Dim; ++corner) {
    Vec<Dim, std::int32_t> node{};
    for (int d = 0; d < Dim; ++d) node[d] = p.cell[d][s] + kTileMargin + (corner >> d & 1) * degree;
    const std::int32_t block = topology.find(block_of<Dim>(node));
    if (block >= 0 && is_near[static_cast<std::size_t>(block)] != 0) return true;
  }
  return false;
}

/// What one vertex lets go of: sum of m w (kept v_n - v*) . turning d over its nodes, d being the way to a
/// node. A free vertex has taken from holders only what came by nodes that they hold.
template <int Dim, class Real>
double spin_of(const MpmGrid<Dim, Real>& grid, const Lattice<Dim>& lattice,
               const ParticleView<Dim, const Real>& p, Index s, const Vec3<double>& x, bool is_held,
               double kept, const PosedRegion& region) {
  double sum = 0;
  const auto node = [&](std::int32_t block, int n, double weight, const Vec<Dim, double>& way) {
    const Vec3<double> d = lift(way * lattice.dx);
    if (!is_held && region.distance(x + d) > NodePlaces<Dim>{lattice}.touch()) return;
    const Vec<Dim, double> as_held = drop<Dim>(region.turning * d);
    for (int c = 0; c < Dim; ++c) {
      double lost = -double(grid.fields.motion.block(block)[n][c]);
      if (kept > 0) lost += kept * double(grid.fields.before.block(block)[n][c]);
      sum += weight * lost * as_held[c];
    }
  };
  if (lattice.degree == 2)
    each_node<2>(grid.topology, p, s, node);
  else
    each_node<3>(grid.topology, p, s, node);
  return double(p.mass[s]) * sum;
}

}  // namespace

template <int Dim, class Real>
void gather_places(const Lattice<Dim>& lattice, MpmBody<Dim, Real>& body) {
  ElementBody<Dim>& mesh = *body.elements;
  const ParticleReader<Dim, Real> read(std::as_const(body.particles), lattice);
  parallel_chunks(static_cast<Index>(mesh.count()), kVertexChunk, [&](const Chunk& c) {
    for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
      const Index s = mesh.slot[k];
      mesh.x[k] = drop<Dim>(read.position(s));
      mesh.v[k] = drop<Dim>(read.velocity(s));
      mesh.mass[k] = double(read.p.mass[s]);
    }
  });
}

/// A vertex moves along chords. From one to the next it is given what it gains of energy, so that one that
/// turns at a constant rate is not worked on.
template <int Dim, class Real>
double hold_vertices(const MpmSettings<Dim>& settings, double time, double dt, MpmBody<Dim, Real>& body) {
  ElementBody<Dim>& mesh = *body.elements;
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(body.particles);
  std::ranges::fill(mesh.is_held, std::uint8_t(0));
  mesh.target.resize(mesh.held.size());
  double work = 0;
  for (std::size_t h = 0; h < mesh.held.size(); ++h) {
    const HeldVertex& one = mesh.held[h];
    const HeldRegion& region = settings.obstacles.held[one.region];
    if (!region.is_active(time)) continue;
    const std::uint32_t k = one.vertex;
    mesh.target[h] = drop<Dim>(region.motion.at(time + dt).to_world(one.at_rest));
    const Vec<Dim, double> v = (mesh.target[h] - mesh.x[k]) / dt;
    work += mesh.mass[k] / 2 * dot(v - mesh.v[k], v + mesh.v[k]);
    mesh.v[k] = v;
    mesh.is_held[k] = 1;
    for (int d = 0; d < Dim; ++d) p.v[d][mesh.slot[k]] = Real(v[d]);
  }
  return work;
}

template <int Dim>
bool has_moving_holders(const MpmSettings<Dim>& settings, const ElementBody<Dim>& mesh) {
  return std::ranges::any_of(mesh.held, [&](const HeldVertex& one) {
    return mesh.is_held[one.vertex] != 0 && !settings.obstacles.held[one.region].motion.is_still();
  });
}

template <int Dim>
double work_of_holders(const ElementBody<Dim>& mesh, std::span<const Vec<Dim, double>> grip,
                       const Vec<Dim, double>& weight) {
  if (grip.empty()) return 0;
  double work = 0;
  for (const HeldVertex& one : mesh.held) {
    const std::uint32_t k = one.vertex;
    if (mesh.is_held[k] != 0) work += dot(grip[k] - mesh.mass[k] * weight, mesh.v[k]);
  }
  return work;
}

/// Under FLIP a particle keeps alpha of what nodes had before forces, which it has not taken from them.
template <int Dim, class Real>
double work_on_spin(const MpmSettings<Dim>& settings, const PosedObstacles& obstacles, double dt,
                    const MpmGrid<Dim, Real>& grid, const MpmBody<Dim, Real>& body) {
  const ElementBody<Dim>& mesh = *body.elements;
  if (settings.scheme.affine || mesh.held.empty() || !has_turning(obstacles)) return 0;
  const Lattice<Dim>& lattice = settings.lattice;
  const ParticleView<Dim, const Real> p = view_of<Dim, Real>(std::as_const(body.particles));
  const double alpha = settings.scheme.flip_ratio_for(dt);
  const double reach = (lattice.degree + 1) / 2. * std::sqrt(double(Dim)) * lattice.dx;
  const std::vector<std::uint8_t> is_near = blocks_near(lattice, obstacles, grid.topology);
  const auto of_vertex = [&](std::size_t k) {
    const Index s = mesh.slot[k];
    const bool is_held = mesh.is_held[k] != 0;
    if (!is_held && !touches(grid.topology, is_near, p, s, lattice.degree)) return 0.0;
    for (const PosedRegion& region : obstacles.sources) {
      const Vec3<double> x = lift(mesh.x[k]);
      if (region.distance(x) > reach) continue;
      const double kept = is_held || alpha == 0 ? alpha : 1;
      return spin_of(grid, lattice, p, s, x, is_held, kept, region);
    }
    return 0.0;
  };
  return ordered_reduce(
      static_cast<Index>(mesh.count()), 0.0,
      [&](const Chunk& c) {
        double sum = 0;
        for (Index k = c.begin; k < c.end; ++k) sum += of_vertex(static_cast<std::size_t>(k));
        return sum;
      },
      [](double a, double b) { return a + b; });
}

template <int Dim, class Real>
double place_held(const Lattice<Dim>& lattice, MpmBody<Dim, Real>& body) {
  ElementBody<Dim>& mesh = *body.elements;
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(body.particles);
  double work = 0;
  for (std::size_t h = 0; h < mesh.held.size(); ++h) {
    const std::uint32_t k = mesh.held[h].vertex;
    if (mesh.is_held[k] == 0) continue;
    const Index s = mesh.slot[k];
    Vec<Dim, std::int32_t> cell{};
    Vec<Dim, double> offset{};
    lattice.locate(mesh.target[h], cell, offset);
    for (int d = 0; d < Dim; ++d) {
      if (p.cell[d][s] != cell[d]) body.is_sorted = false;
      work += mesh.mass[k] * (mesh.v[k][d] - double(p.v[d][s])) * mesh.v[k][d];
      p.cell[d][s] = cell[d];
      p.offset[d][s] = Offset<Real>::encode(offset[d]);
      p.v[d][s] = Real(mesh.v[k][d]);
    }
  }
  return work;
}

#define FROTH_INSTANCE(Dim, Real)                                                              \
  template void gather_places(const Lattice<Dim>&, MpmBody<Dim, Real>&);                       \
  template double hold_vertices(const MpmSettings<Dim>&, double, double, MpmBody<Dim, Real>&); \
  template double work_on_spin(const MpmSettings<Dim>&, const PosedObstacles&, double,         \
                               const MpmGrid<Dim, Real>&, const MpmBody<Dim, Real>&);          \
  template double place_held(const Lattice<Dim>&, MpmBody<Dim, Real>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)
template bool has_moving_holders(const MpmSettings<2>&, const ElementBody<2>&);
template bool has_moving_holders(const MpmSettings<3>&, const ElementBody<3>&);
template double work_of_holders(const ElementBody<2>&, std::span<const Vec<2, double>>,
                                const Vec<2, double>&);
template double work_of_holders(const ElementBody<3>&, std::span<const Vec<3, double>>,
                                const Vec<3, double>&);

}  // namespace froth

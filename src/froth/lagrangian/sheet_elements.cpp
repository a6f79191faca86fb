// SPDX-License-Identifier: Apache-2.0
#include <froth/lagrangian/sheet_elements.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/base/error.h>
#include <froth/lagrangian/mesh_newton.h>
#include <froth/lagrangian/simplex.h>

namespace froth {

namespace {

constexpr Index kElementChunk = 512;

template <std::size_t N, class From>
void take(const std::array<std::uint32_t, N>& element, const From& from, Vec3<double> (&x)[N]) {
  for (std::size_t k = 0; k < N; ++k) x[k] = from[element[k]];
}

/// The triangle laid into its own plane, first edge along x.
MembraneRest<double> laid_flat(const Vec3<double> (&X)[3], double thickness, std::size_t number) {
  const Vec3<double> a = X[1] - X[0], b = X[2] - X[0];
  const double length = norm(a), along = dot(a, b) / length, across = norm(cross(a, b)) / length;
  if (!(across > 1e-6 * length) || !(length > 0))
    throw InputError(fmt::format("triangle {} is degenerate at rest", number));
  const Vec2<double> flat[3] = {{0, 0}, {length, 0}, {along, across}};
  const SimplexRest<2, double> rest = simplex_rest(flat);
  return {rest.inverse_edges, thickness * rest.volume};
}

struct HalfEdge {
  std::uint32_t low, high, across, triangle;
  bool is_forward;  ///< the triangle runs from low to high
};

template <std::size_t N, class Each>
void by_corner(Index count, std::vector<Vec3<double>>& corner, Each each) {
  parallel_chunks(count, kElementChunk, [&](const Chunk& c) {
    for (auto e = static_cast<std::size_t>(c.begin); e < static_cast<std::size_t>(c.end); ++e) {
      Vec3<double> out[N];
      each(e, out);
      for (std::size_t k = 0; k < N; ++k) corner[N * e + k] = out[k];
    }
  });
}

/// Whether a membrane is compressed in no direction.
bool pulls(const Vec3<double> (&x)[3], const MembraneRest<double>& rest, const MembraneLaw<double>& law) {
  const Mat<2, double> S =
      membrane_stress(law, MembraneGradient<double>(x[1] - x[0], x[2] - x[0], rest.inverse_edges).green());
  return S(0, 0) >= 0 && S(1, 1) >= 0 && S(0, 0) * S(1, 1) >= S(0, 1) * S(0, 1);
}

/// Blocks of an element from what `differential(dx, dg)` makes of unit changes of its corners.
template <std::size_t N, class Differential>
void by_columns(Mat<3, double> (&blocks)[N][N], Differential differential) {
  for (std::size_t b = 0; b < N; ++b)
    for (int c = 0; c < 3; ++c) {
      Vec3<double> dx[N] = {}, dg[N];
      dx[b][c] = 1;
      differential(dx, dg);
      for (std::size_t a = 0; a <= b; ++a)
        for (int r = 0; r < 3; ++r) blocks[a][b](r, c) = dg[a][r];
    }
}

}  // namespace

std::vector<SheetElements::Hinge> hinges_of(std::span<const SheetElements::Triangle> triangles) {
  std::vector<HalfEdge> edges;
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = triangles[t][k], b = triangles[t][(k + 1) % 3], c = triangles[t][(k + 2) % 3];
      edges.push_back({std::min(a, b), std::max(a, b), c, t, a < b});
    }
  std::ranges::sort(edges, [](const HalfEdge& p, const HalfEdge& q) {
    return std::tie(p.low, p.high, p.triangle) < std::tie(q.low, q.high, q.triangle);
  });
  std::vector<SheetElements::Hinge> hinges;
  for (std::size_t k = 0; k < edges.size();) {
    std::size_t end = k + 1;
    while (end < edges.size() && edges[end].low == edges[k].low && edges[end].high == edges[k].high) ++end;
    if (end - k > 2)
      throw InputError(
          fmt::format("the edge between vertices {} and {} belongs to {} triangles ({}, {}, {}, ...);"
                      " a sheet has at most two on an edge",
                      edges[k].low, edges[k].high, end - k, edges[k].triangle, edges[k + 1].triangle,
                      edges[k + 2].triangle));
    if (end - k == 2) {
      if (edges[k].is_forward == edges[k + 1].is_forward)
        throw InputError(
            fmt::format("triangles {} and {} are turned against each other; give all corners of a "
                        "sheet the same way round",
                        edges[k].triangle, edges[k + 1].triangle));
      const HalfEdge &a = edges[k].is_forward ? edges[k] : edges[k + 1],
                     &b = edges[k].is_forward ? edges[k + 1] : edges[k];
      hinges.push_back({a.low, a.high, a.across, b.across});
    }
    k = end;
  }
  return hinges;
}

SheetElements::SheetElements(const SheetSettings& s, std::vector<Triangle> triangles,
                             const std::vector<Vec3<double>>& rest)
    : law_{s.youngs_modulus / (2 * (1 + s.poisson_ratio)),
           s.youngs_modulus * s.poisson_ratio / (1 - s.poisson_ratio * s.poisson_ratio)},
      triangles_(std::move(triangles)),
      hinges_(hinges_of(triangles_)),
      triangle_sums_(rest.size(), std::span<const Triangle>(triangles_)),
      hinge_sums_(rest.size(), std::span<const Hinge>(hinges_)),
      limit_(std::numeric_limits<double>::infinity()),
      of_triangles_(3 * triangles_.size()),
      of_hinges_(4 * hinges_.size()) {
  const double stiff = s.youngs_modulus / (1 - s.poisson_ratio * s.poisson_ratio);
  const double speed = std::sqrt(stiff / s.density);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    Vec3<double> X[3];
    take(triangles_[t], rest, X);
    flat_.push_back(laid_flat(X, s.thickness, t));
    const double height = 2 * flat_.back().volume / s.thickness /
                          std::max({norm(X[1] - X[0]), norm(X[2] - X[1]), norm(X[0] - X[2])});
    // A flexural wave of half a wavelength per height travels at pi h / (sqrt 12 height) of the speed of
    // sound.
    const double flexural = 0.9 * s.thickness * std::sqrt(s.bending_factor) / height;
    limit_ = std::min(limit_, 0.5 * height / (speed * std::max(1.0, flexural)));
  }
  const double plate = stiff * std::pow(s.thickness, 3) / 12;  // D; hinges of stiffness D/6 bend like it
  for (const Hinge& hinge : hinges_) {
    Vec3<double> X[4];
    take(hinge, rest, X);
    const Vec3<double> e = X[1] - X[0];
    const double a = norm(cross(e, X[2] - X[0])) / 2, b = norm(cross(e, X[3] - X[0])) / 2;
    bent_.push_back({s.bending_factor * plate / 6, hinge_slenderness(norm(e), a, b), hinge_angle(X)});
  }
}

ElementEnergies SheetElements::energies(ConstVectors x) const {
  const auto sum = [](Index count, auto each) {
    return ordered_reduce(
        count, 0.0,
        [&](const Chunk& c) {
          double part = 0;
          for (Index e = c.begin; e < c.end; ++e) part += each(static_cast<std::size_t>(e));
          return part;
        },
        [](double a, double b) { return a + b; });
  };
  ElementEnergies total;
  total.stretching = sum(static_cast<Index>(triangles_.size()), [&](std::size_t t) {
    Vec3<double> at[3];
    take(triangles_[t], x, at);
    return membrane_energy(at, flat_[t], law_);
  });
  total.bending = sum(static_cast<Index>(hinges_.size()), [&](std::size_t h) {
    Vec3<double> at[4];
    take(hinges_[h], x, at);
    return hinge_energy(at, bent_[h]);
  });
  return total;
}

void SheetElements::gradient(ConstVectors x, Vectors g) const {
  by_corner<3>(static_cast<Index>(triangles_.size()), of_triangles_, [&](std::size_t t, auto& out) {
    Vec3<double> at[3];
    take(triangles_[t], x, at);
    membrane_gradient(at, flat_[t], law_, out);
  });
  by_corner<4>(static_cast<Index>(hinges_.size()), of_hinges_, [&](std::size_t h, auto& out) {
    Vec3<double> at[4];
    take(hinges_[h], x, at);
    hinge_gradient(at, bent_[h], out);
  });
  std::ranges::fill(g, Vec3<double>{});
  triangle_sums_.add<3>(of_triangles_, g);
  hinge_sums_.add<3>(of_hinges_, g);
}

/// Stress takes part only where a membrane pulls: compressed cloth buckles, and would make the matrix
/// indefinite.
void SheetElements::product(ConstVectors x, ConstVectors u, Vectors Ku) const {
  by_corner<3>(static_cast<Index>(triangles_.size()), of_triangles_, [&](std::size_t t, auto& out) {
    Vec3<double> at[3], du[3];
    take(triangles_[t], x, at);
    take(triangles_[t], u, du);
    membrane_differential(at, flat_[t], law_, du, pulls(at, flat_[t], law_) ? 1.0 : 0.0, out);
  });
  by_corner<4>(static_cast<Index>(hinges_.size()), of_hinges_, [&](std::size_t h, auto& out) {
    Vec3<double> at[4], du[4], slope[4];
    take(hinges_[h], x, at);
    take(hinges_[h], u, du);
    hinge_angle_gradient(at, slope);
    positive_hinge_differential(slope, bent_[h], du, out);
  });
  std::ranges::fill(Ku, Vec3<double>{});
  triangle_sums_.add<3>(of_triangles_, Ku);
  hinge_sums_.add<3>(of_hinges_, Ku);
}

const VertexMatrix<3>& SheetElements::hessian(ConstVectors x, Curvature curvature) const {
  const std::span<const Triangle> triangles(triangles_);
  const std::span<const Hinge> hinges(hinges_);
  if (matrix_.rows() == 0) {
    matrix_ = VertexMatrix<3>(x.size());
    matrix_.join(triangles);
    matrix_.join(hinges);
    matrix_.finish();
  }
  matrix_.clear();
  const bool is_exact = curvature == Curvature::Exact;
  matrix_.add(triangles, triangle_sums_, [&](std::size_t t, auto& blocks) {
    Vec3<double> at[3];
    take(triangles_[t], x, at);
    const double share = is_exact || pulls(at, flat_[t], law_) ? 1.0 : 0.0;
    by_columns(blocks,
               [&](const auto& du, auto& dg) { membrane_differential(at, flat_[t], law_, du, share, dg); });
  });
  matrix_.add(hinges, hinge_sums_, [&](std::size_t h, auto& blocks) {
    Vec3<double> at[4], slope[4];
    take(hinges_[h], x, at);
    hinge_angle_gradient(at, slope);
    by_columns(blocks, [&](const auto& du, auto& dg) {
      if (is_exact)
        hinge_differential(at, bent_[h], du, dg);
      else
        positive_hinge_differential(slope, bent_[h], du, dg);
    });
  });
  return matrix_;
}

int SheetElements::newton_step(const VertexMotion<3>& at, double dt, Vectors dv, Vectors grip) {
  std::vector<Vec3<double>> g(dv.size());
  gradient(at.x, g);
  const auto by_stiffness = [&](ConstVectors u, Vectors Ku) { product(at.x, u, Ku); };
  const int iterations = solve_mesh_step<3>(at, g, dt, dv, by_stiffness);
  if (!grip.empty()) find_grip<3>(at, g, dt, dv, grip, by_stiffness);
  return iterations;
}

}  // namespace froth

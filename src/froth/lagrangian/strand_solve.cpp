// SPDX-License-Identifier: Apache-2.0
// Strands in a solve that others lead: the Hessian by vertices with the angles of edges held, and the step of
// these angles once the vertices are found. Both steps lower the energy of the whole, each by what is its
// own, so that long steps stay stable; angles lag behind by a step.
// Source: [Bergou2010], sections 4 and 5: the reference frames of edges are parallel in time.
#include <froth/lagrangian/strand_elements.h>

#include <algorithm>
#include <cmath>

namespace froth {

namespace {

/// Newton's iterations for angles, and what is left of a turn where they end [-]. Without natural curvature
/// the energy is a parabola, and one is enough.
constexpr int kMostIterations = 30, kMostHalvings = 12;
constexpr double kEnough = 1e-12;

Vec3<double> unit(const Vec3<double>& v) { return v / norm(v); }

/// Shares of the vertices v-1, v, v+1 in the edges e0 and e1 of a corner.
constexpr double kShare[3][2] = {{-1, 0}, {1, -1}, {0, 1}};

Vec3<double> turned(const Vec3<double>& d, const Vec3<double>& axis, double angle) {
  return d * std::cos(angle) + cross(axis, d) * std::sin(angle);
}

/// Sum over the chain of -L D L^T: solves in place, `diagonal` by edge and `beside` between an edge and the
/// next.
void solve_chain(std::vector<double>& diagonal, std::vector<double>& beside, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t k = 1; k < n; ++k) {
    const double factor = beside[k - 1] / diagonal[k - 1];
    diagonal[k] -= factor * beside[k - 1];
    b[k] -= factor * b[k - 1];
  }
  for (std::size_t k = n; k-- > 0;) b[k] = (b[k] - (k + 1 < n ? beside[k] * b[k + 1] : 0.0)) / diagonal[k];
}

}  // namespace

/// Turn of an edge's director about it per move of the edge, where it is carried straight from the tangent of
/// the state, against one that is carried on from where it is now: minus the solid angle that the detour
/// encloses.
template <int Dim>
Vec3<double> StrandElements<Dim>::turning(const Vec3<double>& edge, std::size_t v) const {
  const double size = norm(edge);
  const Vec3<double> tangent = frame(v).tangent, t = edge / size;
  return cross(tangent, t) * (-1 / (size * (1 + dot(tangent, t))));
}

template <int Dim>
void StrandElements<Dim>::make_matrix(std::size_t vertices) const {
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<std::array<std::uint32_t, 3>> corners;
  for (std::size_t s = 0; s + 1 < begin_.size(); ++s)
    for (std::uint32_t v = begin_[s]; v + 1 < begin_[s + 1]; ++v) {
      edges.push_back({v, v + 1});
      if (v > begin_[s]) corners.push_back({v - 1, v, v + 1});
    }
  const std::span<const std::array<std::uint32_t, 2>> all_edges(edges);
  const std::span<const std::array<std::uint32_t, 3>> all_corners(corners);
  CornerSums of_edges(vertices, all_edges), of_corners(vertices, all_corners);
  VertexMatrix<Dim> matrix(vertices);
  matrix.join(all_edges);
  matrix.join(all_corners);
  matrix.finish();
  assembly_ = std::make_unique<Assembly>(Assembly{std::move(edges), std::move(corners), std::move(of_edges),
                                                  std::move(of_corners), std::move(matrix)});
}

template <int Dim>
const VertexMatrix<Dim>& StrandElements<Dim>::hessian(ConstVectors x, Curvature curvature) const {
  if (!assembly_) make_matrix(x.size());
  const bool is_exact = curvature == Curvature::Exact;
  VertexMatrix<Dim>& matrix = assembly_->matrix;
  matrix.clear();
  const std::span<const std::array<std::uint32_t, 2>> edges(assembly_->edges);
  const std::span<const std::array<std::uint32_t, 3>> corners(assembly_->corners);
  matrix.add(edges, assembly_->of_edges, [&](std::size_t n, auto& blocks) {
    const auto [a, b] = edges[n];
    const Stretch<Dim, double> spring{section_.stretching, length_[a]};
    Mat<Dim, double> h{};
    if (is_exact)
      for (int c = 0; c < Dim; ++c) {
        Vec<Dim, double> de{};
        de[c] = 1;
        const Vec<Dim, double> dg = spring.differential(x[b] - x[a], de);
        for (int r = 0; r < Dim; ++r) h(r, c) = dg[r];
      }
    else
      h = spring.positive_hessian(x[b] - x[a]);
    blocks[0][0] = blocks[1][1] = h;
    blocks[0][1] = h * -1.0;
  });
  matrix.add(corners, assembly_->of_corners, [&](std::size_t n, auto& blocks) {
    const std::size_t v = corners[n][1];
    const RodCorner<double> at = corner(x, v);
    const RodStiffness<double> stiff{section_.bending, section_.twisting};
    double own[kCornerUnknowns][kCornerUnknowns], by_edges[6][kCornerUnknowns];
    if (is_exact)
      rod_corner_hessian(at, rest_of(v), stiff, at_.twist[v], own);
    else
      positive_rod_hessian(at, rest_of(v), stiff, own);
    // Angles go with the edges, by what carries directors.
    const Vec3<double> turn[2] = {turning(at.e0, v - 1), turning(at.e1, v)};
    for (int r = 0; r < 6; ++r)
      for (int c = 0; c < kCornerUnknowns; ++c)
        by_edges[r][c] = own[r][c] + turn[r / 3][r % 3] * own[6 + r / 3][c];
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = a; b < 3; ++b)
        for (int r = 0; r < Dim; ++r)
          for (int c = 0; c < Dim; ++c) {
            double sum = 0;
            for (int p = 0; p < 2; ++p)
              for (int q = 0; q < 2; ++q)
                sum += kShare[a][p] * kShare[b][q] *
                       (by_edges[3 * p + r][3 * q + c] + by_edges[3 * p + r][6 + q] * turn[q][c]);
            blocks[a][b](r, c) = sum;
          }
  });
  return matrix;
}

template <int Dim>
void StrandElements<Dim>::step_state(ConstVectors x, std::span<const std::uint8_t> is_held, double dt) {
  if (Dim == 2) return;
  for_each_strand([&](std::size_t s) { step_angles(x, is_held, s, dt); });
}

/// Minimises inertia (theta - dt spin)^2 / (2 dt^2) and the energy of bending and twist over the angles theta
/// that edges turn by; an edge between two held vertices turns as it did.
template <int Dim>
void StrandElements<Dim>::step_angles(ConstVectors x, std::span<const std::uint8_t> is_held, std::size_t s,
                                      double dt) {
  const std::size_t first = begin_[s], edges = begin_[s + 1] - first - 1;
  const RodStiffness<double> stiff{section_.bending, section_.twisting};
  std::vector<double> theta(edges), trial(edges), diagonal(edges), beside(edges), b(edges), inertia(edges);
  std::vector<std::uint8_t> is_clamped(edges);
  for (std::size_t k = 0; k < edges; ++k) {
    const std::size_t v = first + k;
    inertia[k] = section_.turning_inertia * length_[v] / (dt * dt);
    is_clamped[k] = is_held[v] != 0 && is_held[v + 1] != 0 ? 1 : 0;
    theta[k] = dt * at_.spin[v];
  }
  const std::vector<double> free = theta;
  const auto at_angles = [&](std::size_t k, const std::vector<double>& turn) {
    RodCorner<double> at = corner(x, first + k);
    at.d0 = turned(at.d0, unit(at.e0), turn[k - 1]);
    at.d1 = turned(at.d1, unit(at.e1), turn[k]);
    return at;
  };
  const auto turns = [&](std::size_t k, const std::vector<double>& turn) {
    return at_.twist[first + k] + turn[k] - turn[k - 1];
  };
  const auto energy = [&](const std::vector<double>& turn) {
    double sum = 0;
    for (std::size_t k = 0; k < edges; ++k) {
      sum += inertia[k] / 2 * (turn[k] - free[k]) * (turn[k] - free[k]);
      if (k == 0) continue;
      const Vec2<double> own =
          rod_corner_energy(at_angles(k, turn), rest_of(first + k), stiff, turns(k, turn));
      sum += own[0] + own[1];
    }
    return sum;
  };
  double now = energy(theta);
  for (int n = 0; n < kMostIterations; ++n) {
    for (std::size_t k = 0; k < edges; ++k) {
      diagonal[k] = inertia[k], beside[k] = 0;
      b[k] = -inertia[k] * (theta[k] - free[k]);
    }
    for (std::size_t k = 1; k < edges; ++k) {
      const RodCorner<double> at = at_angles(k, theta);
      const RodCornerRest<double> rest = rest_of(first + k);
      const RodCornerFrame<double> f(at);
      const RodGradient<double> g = rod_corner_gradient(at, rest, stiff, turns(k, theta));
      b[k - 1] -= g.theta0, b[k] -= g.theta1;
      const double twist = 2 * stiff.twisting / rest.length, bend = stiff.bending / rest.length;
      // kappa turns with the directors: its second derivative is minus the part that a director brings.
      const auto pull = [&](const Vec3<double>& d, const Vec3<double>& t) {
        return std::max(
            0.0, bend * (dot(cross(t, d), f.kb) * rest.curvature[0] - dot(d, f.kb) * rest.curvature[1]));
      };
      diagonal[k - 1] += twist + pull(at.d0, f.t0);
      diagonal[k] += twist + pull(at.d1, f.t1);
      beside[k - 1] -= twist;
    }
    for (std::size_t k = 0; k < edges; ++k) {
      if (is_clamped[k] == 0) continue;
      diagonal[k] = 1, b[k] = 0, beside[k] = 0;
      if (k > 0) beside[k - 1] = 0;
    }
    solve_chain(diagonal, beside, b);
    double length = 1, then = now, most = 0;
    for (int halving = 0; halving < kMostHalvings; ++halving, length /= 2) {
      for (std::size_t k = 0; k < edges; ++k) trial[k] = theta[k] + length * b[k];
      then = energy(trial);
      if (then <= now) break;
    }
    if (!(then <= now)) break;  // nothing but rounding is left
    for (const double step : b) most = std::max(most, std::abs(length * step));
    theta = trial, now = then;
    if (most < kEnough) break;
  }
  for (std::size_t k = 0; k < edges; ++k) at_.spin[first + k] = theta[k] / dt;
}

#define FROTH_INSTANCE(Dim)                                                                                \
  template Vec3<double> StrandElements<Dim>::turning(const Vec3<double>&, std::size_t) const;              \
  template const VertexMatrix<Dim>& StrandElements<Dim>::hessian(ConstVectors, Curvature) const;           \
  template void StrandElements<Dim>::step_state(ConstVectors, std::span<const std::uint8_t>, double);      \
  template void StrandElements<Dim>::make_matrix(std::size_t) const;                                       \
  template void StrandElements<Dim>::step_angles(ConstVectors, std::span<const std::uint8_t>, std::size_t, \
                                                 double);
FROTH_INSTANCE(2)
FROTH_INSTANCE(3)

}  // namespace froth

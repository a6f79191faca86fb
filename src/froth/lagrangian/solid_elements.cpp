// SPDX-License-Identifier: Apache-2.0
#include <froth/lagrangian/solid_elements.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/base/error.h>
#include <froth/lagrangian/mesh_newton.h>
#include <froth/linalg/positive_part.h>

namespace froth {

namespace {

template <int Dim, class From>
void corners_of(const std::array<std::uint32_t, Dim + 1>& element, const From& from,
                Vec<Dim, double> (&x)[Dim + 1]) {
  for (std::size_t k = 0; k <= Dim; ++k) x[k] = from[element[k]];
}

constexpr Index kElementChunk = 512;

/// dP/dF of an element: row and column of an entry (r, c) are r Dim + c.
template <int Dim, class L>
SquareMatrix<Dim * Dim> modulus(const L& law, const Vec<Dim, double> (&x)[Dim + 1],
                                const SimplexRest<Dim, double>& rest, Curvature curvature) {
  const Mat3<double> A = simplex_displacement(x, rest.inverse_edges);
  SquareMatrix<Dim * Dim> m{};
  for (int k = 0; k < Dim * Dim; ++k) {
    Mat3<double> dA{};
    dA(k / Dim, k % Dim) = 1;
    const Mat3<double> dP = law.piola_differential(L::rest(), A, dA, 1.0);
    for (int n = 0; n < Dim * Dim; ++n) m[static_cast<std::size_t>(n * Dim * Dim + k)] = dP(n / Dim, n % Dim);
  }
  if (curvature == Curvature::Exact || is_positive_definite<Dim * Dim>(m)) return m;
  return without_negative<Dim * Dim>(m);
}

/// Blocks of an element: V0 times the modulus between the gradients of its corners' hats.
template <int Dim>
void simplex_hessian(const SquareMatrix<Dim * Dim>& m, const SimplexRest<Dim, double>& rest,
                     Mat<Dim, double> (&blocks)[Dim + 1][Dim + 1]) {
  Vec<Dim, double> hat[Dim + 1] = {};
  for (int k = 0; k < Dim; ++k)
    for (int c = 0; c < Dim; ++c) hat[k + 1][c] = rest.inverse_edges(k, c), hat[0][c] -= hat[k + 1][c];
  const auto at = [&](int r, int c, int s, int d) {
    return m[static_cast<std::size_t>((r * Dim + c) * Dim * Dim + s * Dim + d)];
  };
  for (int b = 0; b <= Dim; ++b) {
    double half[Dim][Dim][Dim];  // modulus times the hat of b: (r, c), s
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c)
        for (int s = 0; s < Dim; ++s) {
          half[r][c][s] = 0;
          for (int d = 0; d < Dim; ++d) half[r][c][s] += rest.volume * at(r, c, s, d) * hat[b][d];
        }
    for (int a = 0; a <= b; ++a)
      for (int r = 0; r < Dim; ++r)
        for (int s = 0; s < Dim; ++s) {
          blocks[a][b](r, s) = 0;
          for (int c = 0; c < Dim; ++c) blocks[a][b](r, s) += hat[a][c] * half[r][c][s];
        }
  }
}

}  // namespace

template <int Dim>
SolidElements<Dim>::SolidElements(const ElasticLaw<double>& law, double density,
                                  std::vector<Corners> elements, const std::vector<Vec3<double>>& rest)
    : law_(law),
      elements_(std::move(elements)),
      sums_(rest.size(), std::span<const Corners>(elements_)),
      limit_(std::numeric_limits<double>::infinity()),
      corner_(elements_.size() * (Dim + 1)) {
  const double speed =
      std::visit([&]<class L>(const L& one) { return one.wave_speed(L::rest(), density); }, law);
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    Vec<Dim, double> X[Dim + 1];
    for (std::size_t k = 0; k <= Dim; ++k) X[k] = drop<Dim>(rest[elements_[e][k]]);
    rest_.push_back(simplex_rest(X));
    double longest = 0, widest = 0;  // the smallest height is one over the longest row of the inverse
    for (int r = 0; r < Dim; ++r) {
      Vec<Dim, double> row{};
      for (int c = 0; c < Dim; ++c) row[c] = rest_.back().inverse_edges(r, c);
      longest = std::max(longest, norm(row));
      widest = std::max(widest, norm(X[r + 1] - X[0]));
    }
    // A sliver of a thousandth of its edges has no use; rounding makes the rest of a flat one.
    if (!(rest_.back().volume > 1e-6 * std::pow(widest, Dim)))
      throw InputError(fmt::format("element {} is {} at rest", e,
                                   rest_.back().volume < 0 ? "turned inside out" : "degenerate"));
    limit_ = std::min(limit_, 0.5 / (longest * speed));
  }
}

template <int Dim>
template <class Each>
void SolidElements<Dim>::by_corner(Each each) const {
  std::visit(
      [&](const auto& law) {
        parallel_chunks(static_cast<Index>(elements_.size()), kElementChunk, [&](const Chunk& c) {
          for (auto e = static_cast<std::size_t>(c.begin); e < static_cast<std::size_t>(c.end); ++e) {
            Vec<Dim, double> out[Dim + 1];
            each(law, e, out);
            for (std::size_t k = 0; k <= Dim; ++k) corner_[e * (Dim + 1) + k] = out[k];
          }
        });
      },
      law_);
}

template <int Dim>
ElementEnergies SolidElements<Dim>::energies(ConstVectors x) const {
  const double sum = std::visit(
      [&](const auto& law) {
        return ordered_reduce(
            static_cast<Index>(elements_.size()), 0.0,
            [&](const Chunk& c) {
              double part = 0;
              for (auto e = static_cast<std::size_t>(c.begin); e < static_cast<std::size_t>(c.end); ++e) {
                Vec<Dim, double> at[Dim + 1];
                corners_of<Dim>(elements_[e], x, at);
                part += simplex_energy(law, at, rest_[e]);
              }
              return part;
            },
            [](double a, double b) { return a + b; });
      },
      law_);
  return {.volumetric = sum};
}

template <int Dim>
void SolidElements<Dim>::gradient(ConstVectors x, Vectors g) const {
  by_corner([&](const auto& law, std::size_t e, auto& out) {
    Vec<Dim, double> at[Dim + 1];
    corners_of<Dim>(elements_[e], x, at);
    simplex_gradient(law, at, rest_[e], out);
  });
  std::ranges::fill(g, Vec<Dim, double>{});
  sums_.template add<Dim>(corner_, g);
}

template <int Dim>
void SolidElements<Dim>::product(ConstVectors x, ConstVectors u, Vectors Ku) const {
  by_corner([&](const auto& law, std::size_t e, auto& out) {
    Vec<Dim, double> at[Dim + 1], du[Dim + 1];
    corners_of<Dim>(elements_[e], x, at);
    corners_of<Dim>(elements_[e], u, du);
    simplex_differential(law, at, rest_[e], du, out);
  });
  std::ranges::fill(Ku, Vec<Dim, double>{});
  sums_.template add<Dim>(corner_, Ku);
}

template <int Dim>
const VertexMatrix<Dim>& SolidElements<Dim>::hessian(ConstVectors x, Curvature curvature) const {
  const std::span<const Corners> elements(elements_);
  if (matrix_.rows() == 0) {
    matrix_ = VertexMatrix<Dim>(x.size());
    matrix_.join(elements);
    matrix_.finish();
  }
  matrix_.clear();
  std::visit(
      [&](const auto& law) {
        matrix_.add(elements, sums_, [&](std::size_t e, auto& blocks) {
          Vec<Dim, double> at[Dim + 1];
          corners_of<Dim>(elements_[e], x, at);
          simplex_hessian(modulus<Dim>(law, at, rest_[e], curvature), rest_[e], blocks);
        });
      },
      law_);
  return matrix_;
}

template <int Dim>
int SolidElements<Dim>::newton_step(const VertexMotion<Dim>& at, double dt, Vectors dv, Vectors grip) {
  std::vector<Vec<Dim, double>> g(dv.size());
  gradient(at.x, g);
  const auto by_stiffness = [&](ConstVectors u, Vectors Ku) { product(at.x, u, Ku); };
  const int iterations = solve_mesh_step<Dim>(at, g, dt, dv, by_stiffness);
  if (!grip.empty()) find_grip<Dim>(at, g, dt, dv, grip, by_stiffness);
  return iterations;
}

template <int Dim>
std::string SolidElements<Dim>::fault(ConstVectors x) const {
  const std::size_t none = elements_.size();
  const std::size_t first = ordered_reduce(
      static_cast<Index>(elements_.size()), none,
      [&](const Chunk& c) {
        for (auto e = static_cast<std::size_t>(c.begin); e < static_cast<std::size_t>(c.end); ++e) {
          Vec<Dim, double> at[Dim + 1];
          corners_of<Dim>(elements_[e], x, at);
          Mat3<double> F = simplex_displacement(at, rest_[e].inverse_edges);
          for (int d = 0; d < 3; ++d) F(d, d) += 1;
          if (!(determinant(F) > 0)) return e;
        }
        return none;
      },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  return first == none ? std::string() : fmt::format("element {} has turned inside out", first);
}

template class SolidElements<2>;
template class SolidElements<3>;

}  // namespace froth

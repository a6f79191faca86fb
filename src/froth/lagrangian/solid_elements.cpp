// SPDX-License-Identifier: Apache-2.0
#include <froth/lagrangian/solid_elements.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/base/error.h>
#include <froth/lagrangian/mesh_newton.h>

namespace froth {

namespace {

template <int Dim, class From>
void corners_of(const std::array<std::uint32_t, Dim + 1>& element, const From& from,
                Vec<Dim, double> (&x)[Dim + 1]) {
  for (std::size_t k = 0; k <= Dim; ++k) x[k] = from[element[k]];
}

constexpr Index kElementChunk = 512;

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
bool SolidElements<Dim>::product(ConstVectors x, ConstVectors u, Vectors Ku) const {
  by_corner([&](const auto& law, std::size_t e, auto& out) {
    Vec<Dim, double> at[Dim + 1], du[Dim + 1];
    corners_of<Dim>(elements_[e], x, at);
    corners_of<Dim>(elements_[e], u, du);
    simplex_differential(law, at, rest_[e], du, out);
  });
  std::ranges::fill(Ku, Vec<Dim, double>{});
  sums_.template add<Dim>(corner_, Ku);
  return true;
}

template <int Dim>
int SolidElements<Dim>::newton_step(const VertexMotion<Dim>& at, double dt, Vectors dv) {
  std::vector<Vec<Dim, double>> g(dv.size());
  gradient(at.x, g);
  return solve_mesh_step<Dim>(at, g, dt, dv, [&](ConstVectors u, Vectors Ku) { product(at.x, u, Ku); });
}

template <int Dim>
std::string SolidElements<Dim>::fault(ConstVectors x) const {
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    Vec<Dim, double> at[Dim + 1];
    corners_of<Dim>(elements_[e], x, at);
    Mat3<double> F = simplex_displacement(at, rest_[e].inverse_edges);
    for (int d = 0; d < 3; ++d) F(d, d) += 1;
    if (!(determinant(F) > 0)) return fmt::format("element {} has turned inside out", e);
  }
  return {};
}

template class SolidElements<2>;
template class SolidElements<3>;

}  // namespace froth

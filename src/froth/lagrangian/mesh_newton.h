// SPDX-License-Identifier: Apache-2.0
// One linearly implicit step of a mesh, (M + dt^2 K) dv = -dt (g + dt K v), by conjugate gradients in the
// scalar product of the masses. Source: [Baraff1998], Eq. (6), with the filter of its section 5.3 for held
// vertices.
#pragma once

#include <cmath>
#include <vector>

#include <froth/lagrangian/element_set.h>

namespace froth {

/// Sum of a.b times the mass where it is given, by chunks in order.
template <int Dim>
double vertex_dot(std::span<const Vec<Dim, double>> a, std::span<const Vec<Dim, double>> b) {
  return ordered_reduce(
      static_cast<Index>(a.size()), 0.0,
      [&](const Chunk& c) {
        double sum = 0;
        for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k)
          sum += dot(a[k], b[k]);
        return sum;
      },
      [](double p, double q) { return p + q; });
}

/// `product(u, Ku)` multiplies by the stiffness. Stops where the residual has fallen by `tolerance`, or where
/// a direction has no positive curvature: what has been found by then lowers the energy. Returns iterations.
template <int Dim, class Product>
int solve_mesh_step(const VertexMotion<Dim>& at, std::span<const Vec<Dim, double>> gradient, double dt,
                    std::span<Vec<Dim, double>> dv, Product product) {
  constexpr double tolerance = 1e-6;
  constexpr int most = 500;
  const std::size_t n = dv.size();
  using Vectors = std::vector<Vec<Dim, double>>;
  Vectors r(n), z(n), p(n), Kp(n);
  std::vector<Vec<Dim, double>> v(at.v.begin(), at.v.end());
  product(std::span<const Vec<Dim, double>>(v), std::span<Vec<Dim, double>>(Kp));
  const auto filtered = [&](std::size_t k, const Vec<Dim, double>& u) {
    return at.is_held[k] != 0 ? Vec<Dim, double>{} : u;
  };
  for (std::size_t k = 0; k < n; ++k) {
    dv[k] = {};
    r[k] = filtered(k, (gradient[k] + Kp[k] * dt) * -dt);
    p[k] = z[k] = r[k] / at.mass[k];
  }
  double rz = vertex_dot<Dim>(r, z);
  const double enough = tolerance * tolerance * rz;
  int iterations = 0;
  for (; iterations < most && rz > enough; ++iterations) {
    product(std::span<const Vec<Dim, double>>(p), std::span<Vec<Dim, double>>(Kp));
    for (std::size_t k = 0; k < n; ++k) Kp[k] = filtered(k, p[k] * at.mass[k] + Kp[k] * (dt * dt));
    const double curvature = vertex_dot<Dim>(p, Kp);
    if (!(curvature > 0)) break;
    const double alpha = rz / curvature;
    for (std::size_t k = 0; k < n; ++k) {
      dv[k] += p[k] * alpha;
      r[k] -= Kp[k] * alpha;
      z[k] = r[k] / at.mass[k];
    }
    const double next = vertex_dot<Dim>(r, z), beta = next / rz;
    for (std::size_t k = 0; k < n; ++k) p[k] = z[k] + p[k] * beta;
    rz = next;
  }
  return iterations;
}

/// dt (g + dt K (v + dv)) of held vertices, zero of the others: what holds them against the forces of a step.
template <int Dim, class Product>
void find_grip(const VertexMotion<Dim>& at, std::span<const Vec<Dim, double>> gradient, double dt,
               std::span<const Vec<Dim, double>> dv, std::span<Vec<Dim, double>> grip, Product product) {
  std::vector<Vec<Dim, double>> end(at.v.begin(), at.v.end());
  for (std::size_t k = 0; k < end.size(); ++k) end[k] += dv[k];
  product(std::span<const Vec<Dim, double>>(end), grip);
  for (std::size_t k = 0; k < end.size(); ++k)
    grip[k] = at.is_held[k] != 0 ? (gradient[k] + grip[k] * dt) * dt : Vec<Dim, double>{};
}

}  // namespace froth

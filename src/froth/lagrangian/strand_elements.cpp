// SPDX-License-Identifier: Apache-2.0
#include <froth/lagrangian/strand_elements.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>

#include <froth/base/error.h>

namespace froth {

namespace {

Vec3<double> unit(const Vec3<double>& v) { return v / norm(v); }

/// Some director across a tangent; in the plane its normal.
template <int Dim>
Vec3<double> any_across(const Vec3<double>& t) {
  if (Dim == 2) return {0, 0, 1};
  const Vec3<double> axis = std::abs(t[2]) < 0.7 ? Vec3<double>{0, 0, 1} : Vec3<double>{1, 0, 0};
  return unit(cross(t, axis));
}

/// A vector of unknowns of one corner, by edges and angles, as one of its eleven neighbouring unknowns.
void by_vertices(const double (&row)[kCornerUnknowns], double (&out)[11]) {
  for (int d = 0; d < 3; ++d) {
    out[d] = -row[d];
    out[4 + d] = row[d] - row[3 + d];
    out[8 + d] = row[3 + d];
  }
  out[3] = row[6], out[7] = row[7];
}

}  // namespace

RodSection rod_section(int dim, double youngs_modulus, double shear_modulus, double density, double radius) {
  if (dim == 2) {
    const double width = 2 * radius;
    return {youngs_modulus * width, youngs_modulus * width * width * width / 12, 0, width, 1};
  }
  const double area = std::numbers::pi * radius * radius, polar = area * radius * radius / 2;
  return {youngs_modulus * area, youngs_modulus * polar / 2, shear_modulus * polar, area, density * polar};
}

template <int Dim>
StrandElements<Dim>::StrandElements(const RodSection& section, std::vector<std::uint32_t> begin,
                                    const std::vector<Vec3<double>>& rest,
                                    const std::vector<Vec3<double>>& start, double density)
    : section_(section),
      begin_(std::move(begin)),
      length_(rest.size(), 0),
      curvature_(rest.size(), Vec2<double>{}),
      limit_(std::numeric_limits<double>::infinity()) {
  for (const auto& [name, components, what] : {std::tuple{"director", 3, "-"}, std::tuple{"tangent", 3, "-"},
                                               std::tuple{"spin", 1, "1/s"}, std::tuple{"twist", 1, "-"}})
    edges_.add(ColumnType::Double, {name, components, what, Behaviour::Identity});
  edges_.resize(static_cast<Index>(rest.size()));
  find_planes();
  const double speed = std::sqrt(section.stretching / (density * section.area));
  for (std::size_t s = 0; s + 1 < begin_.size(); ++s) {
    if (begin_[s + 1] < begin_[s] + 2)
      throw InputError(
          fmt::format("strand {} has {} vertices; it needs two or more", s, begin_[s + 1] - begin_[s]));
    Vec3<double> director{}, tangent{};
    for (std::size_t v = begin_[s]; v + 1 < begin_[s + 1]; ++v) {
      const Vec3<double> e = rest[v + 1] - rest[v], now = start[v + 1] - start[v];
      length_[v] = norm(e);
      if (!(length_[v] > 0) || !(norm(now) > 0))
        throw InputError(fmt::format("vertices {} and {} of strand {} are in the same place", v - begin_[s],
                                     v + 1 - begin_[s], s));
      const bool is_first = v == begin_[s];
      const Vec3<double> t = unit(e), before = director;
      director = is_first ? any_across<Dim>(t) : parallel_transport(director, tangent, t);
      if (!is_first) {
        const RodCorner<double> at{rest[v] - rest[v - 1], e, before, director};
        curvature_[v] = material_curvature(at, RodCornerFrame<double>(at));
      }
      tangent = t;
      const Vec3<double> t_now = unit(now);
      Frame own{parallel_transport(director, t, t_now), t_now};
      if (!is_first) own.director = parallel_transport(frame(v - 1).director, frame(v - 1).tangent, t_now);
      set_frame(v, own);
      const double flexural = std::sqrt(section.bending / section.stretching) * 4 / length_[v];
      limit_ = std::min(limit_, 0.5 * length_[v] / (speed * std::max(1.0, flexural)));
    }
  }
}

template <int Dim>
void StrandElements<Dim>::find_planes() {
  for (int d = 0; d < 3; ++d) {
    at_.director[d] = edges_.plane<double>("director", d);
    at_.tangent[d] = edges_.plane<double>("tangent", d);
  }
  at_.spin = edges_.plane<double>("spin");
  at_.twist = edges_.plane<double>("twist");
}

template <int Dim>
typename StrandElements<Dim>::Frame StrandElements<Dim>::frame(std::size_t v) const {
  Frame f{};
  for (int d = 0; d < 3; ++d) {
    f.director[d] = at_.director[d][v];
    f.tangent[d] = at_.tangent[d][v];
  }
  return f;
}
template <int Dim>
void StrandElements<Dim>::set_frame(std::size_t v, const Frame& f) {
  for (int d = 0; d < 3; ++d) {
    at_.director[d][v] = f.director[d];
    at_.tangent[d][v] = f.tangent[d];
  }
}

/// Directors belong to the tangents of the state; where vertices are elsewhere, they are carried there.
template <int Dim>
RodCorner<double> StrandElements<Dim>::corner(ConstVectors x, std::size_t v) const {
  const Vec3<double> e0 = lift(x[v] - x[v - 1]), e1 = lift(x[v + 1] - x[v]);
  const Frame f0 = frame(v - 1), f1 = frame(v);
  return {e0, e1, parallel_transport(f0.director, f0.tangent, unit(e0)),
          parallel_transport(f1.director, f1.tangent, unit(e1))};
}
template <int Dim>
RodCornerRest<double> StrandElements<Dim>::rest_of(std::size_t v) const {
  return {length_[v - 1] + length_[v], {curvature_[v][0], curvature_[v][1]}, 0};
}

template <int Dim>
ElementEnergies StrandElements<Dim>::energies(ConstVectors x) const {
  std::vector<ElementEnergies> parts(begin_.size() - 1);
  for_each_strand([&](std::size_t s) {
    for (std::size_t v = begin_[s]; v + 1 < begin_[s + 1]; ++v) {
      parts[s].stretching += Stretch<Dim, double>{section_.stretching, length_[v]}.energy(x[v + 1] - x[v]);
      if (v == begin_[s]) continue;
      const Vec2<double> both =
          rod_corner_energy(corner(x, v), rest_of(v), {section_.bending, section_.twisting}, at_.twist[v]);
      parts[s].bending += both[0];
      parts[s].twisting += both[1];
    }
  });
  ElementEnergies total;
  for (const ElementEnergies& part : parts) {
    total.stretching += part.stretching;
    total.bending += part.bending;
    total.twisting += part.twisting;
  }
  return total;
}

template <int Dim>
void StrandElements<Dim>::strand_gradient(ConstVectors x, std::size_t s, std::span<Vec3<double>> g,
                                          std::span<double> turn) const {
  const std::size_t first = begin_[s];
  std::ranges::fill(g, Vec3<double>{});
  std::ranges::fill(turn, 0.0);
  for (std::size_t v = first; v + 1 < begin_[s + 1]; ++v) {
    const std::size_t k = v - first;
    const Vec3<double> pull =
        lift(Stretch<Dim, double>{section_.stretching, length_[v]}.gradient(x[v + 1] - x[v]));
    g[k] -= pull;
    g[k + 1] += pull;
    if (k == 0) continue;
    const RodGradient<double> own =
        rod_corner_gradient(corner(x, v), rest_of(v), {section_.bending, section_.twisting}, at_.twist[v]);
    g[k - 1] -= own.e0;
    g[k] += own.e0 - own.e1;
    g[k + 1] += own.e1;
    turn[k - 1] += own.theta0;
    turn[k] += own.theta1;
  }
}

template <int Dim>
void StrandElements<Dim>::gradient(ConstVectors x, Vectors g) const {
  for_each_strand([&](std::size_t s) {
    const std::size_t count = begin_[s + 1] - begin_[s];
    std::vector<Vec3<double>> own(count);
    std::vector<double> turn(count);
    strand_gradient(x, s, own, turn);
    for (std::size_t k = 0; k + 1 < count; ++k) {
      const std::size_t v = begin_[s] + k;
      const Vec3<double> pull = turning(lift(x[v + 1] - x[v]), v) * turn[k];
      own[k] -= pull;
      own[k + 1] += pull;
    }
    for (std::size_t k = 0; k < count; ++k) g[begin_[s] + k] = drop<Dim>(own[k]);
  });
}

template <int Dim>
void StrandElements<Dim>::explicit_step(const VertexMotion<Dim>& at, double dt, Vectors dv) {
  for_each_strand([&](std::size_t s) {
    const std::size_t first = begin_[s], count = begin_[s + 1] - first;
    std::vector<Vec3<double>> own(count);
    std::vector<double> turn(count);
    strand_gradient(at.x, s, own, turn);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t v = first + k;
      dv[v] = at.is_held[v] != 0 ? Vec<Dim, double>{} : drop<Dim>(own[k]) * (-dt / at.mass[v]);
      const bool is_clamped = k + 1 == count || (at.is_held[v] != 0 && at.is_held[v + 1] != 0);
      if (Dim == 3 && !is_clamped) at_.spin[v] -= dt * turn[k] / (section_.turning_inertia * length_[v]);
    }
  });
}

/// Adds `factor` times the positive part of the stiffness of one strand.
template <int Dim>
void StrandElements<Dim>::assemble(ConstVectors x, std::size_t s, double factor, Matrix& matrix) const {
  const std::size_t first = begin_[s];
  for (std::size_t v = first; v + 1 < begin_[s + 1]; ++v) {
    const std::size_t row = 4 * (v - first);
    const Mat<Dim, double> h =
        Stretch<Dim, double>{section_.stretching, length_[v]}.positive_hessian(x[v + 1] - x[v]) * factor;
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) {
        const auto i = static_cast<std::size_t>(r), j = static_cast<std::size_t>(c);
        if (c <= r) matrix(row + i, row + j) += h(r, c), matrix(row + 4 + i, row + 4 + j) += h(r, c);
        matrix(row + 4 + i, row + j) -= h(r, c);
      }
    if (v == first) continue;
    double own[kCornerUnknowns][kCornerUnknowns], half[kCornerUnknowns][11], all[11];
    positive_rod_hessian(corner(x, v), rest_of(v), {section_.bending, section_.twisting}, own);
    for (int r = 0; r < kCornerUnknowns; ++r) by_vertices(own[r], half[r]);
    for (std::size_t c = 0; c < 11; ++c) {
      double column[kCornerUnknowns];
      for (int r = 0; r < kCornerUnknowns; ++r) column[r] = half[r][c];
      by_vertices(column, all);
      for (std::size_t r = c; r < 11; ++r) matrix(row - 4 + r, row - 4 + c) += factor * all[r];
    }
  }
}

template <int Dim>
void StrandElements<Dim>::step_strand(const VertexMotion<Dim>& at, std::size_t s, double dt, Vectors dv) {
  const std::size_t first = begin_[s], count = begin_[s + 1] - first, unknowns = 4 * count - 1;
  thread_local Matrix stiffness, matrix;
  std::vector<Vec3<double>> g(count);
  std::vector<double> turn(count), b(unknowns), u(unknowns, 0.0);
  strand_gradient(at.x, s, g, turn);
  stiffness.reset(unknowns);
  assemble(at.x, s, 1, stiffness);
  for (std::size_t k = 0; k < count; ++k) {
    for (int d = 0; d < Dim; ++d) u[4 * k + static_cast<std::size_t>(d)] = at.v[first + k][d];
    if (k + 1 < count) u[4 * k + 3] = at_.spin[first + k];
  }
  // b = -dt (g + dt K u), K by its lower half.
  for (std::size_t r = 0; r < unknowns; ++r) {
    const double force = r % 4 == 3 ? turn[r / 4] : g[r / 4][static_cast<int>(r % 4)];
    b[r] -= dt * force;
    for (std::size_t c = r > kWidth ? r - kWidth : 0; c <= r; ++c) {
      b[r] -= dt * dt * stiffness(r, c) * u[c];
      if (c < r) b[c] -= dt * dt * stiffness(r, c) * u[r];
    }
  }
  matrix.reset(unknowns);
  assemble(at.x, s, dt * dt, matrix);
  for (std::size_t r = 0; r < unknowns; ++r)
    matrix(r, r) += r % 4 == 3 ? section_.turning_inertia * length_[first + r / 4] : at.mass[first + r / 4];
  const auto fix = [&](std::size_t r) { matrix.fix(r), b[r] = 0; };
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_held = at.is_held[first + k] != 0;
    const bool is_clamped = k + 1 < count && is_held && at.is_held[first + k + 1] != 0;
    for (std::size_t d = 0; d < 3; ++d)
      if (is_held || d >= Dim) fix(4 * k + d);
    if (k + 1 < count && (Dim == 2 || is_clamped)) fix(4 * k + 3);
  }
  matrix.solve(b);
  for (std::size_t k = 0; k < count; ++k) {
    for (int d = 0; d < Dim; ++d) dv[first + k][d] = b[4 * k + static_cast<std::size_t>(d)];
    if (k + 1 < count) at_.spin[first + k] += b[4 * k + 3];
  }
}

template <int Dim>
int StrandElements<Dim>::newton_step(const VertexMotion<Dim>& at, double dt, Vectors dv) {
  for_each_strand([&](std::size_t s) { step_strand(at, s, dt, dv); });
  return 1;
}

template <int Dim>
void StrandElements<Dim>::follow(ConstVectors x, double dt) {
  for_each_strand([&](std::size_t s) {
    for (std::size_t v = begin_[s]; v + 1 < begin_[s + 1]; ++v) {
      const Frame before = frame(v);
      const Vec3<double> t = unit(lift(x[v + 1] - x[v]));
      Vec3<double> d = parallel_transport(before.director, before.tangent, t);
      if (Dim == 3) {
        const double angle = dt * at_.spin[v];
        d = d * std::cos(angle) + cross(t, d) * std::sin(angle);
        d = unit(d - t * dot(t, d));  // rounding gathers otherwise
      }
      set_frame(v, {d, t});
      if (v == begin_[s]) continue;
      const RodCorner<double> at = corner(x, v);
      at_.twist[v] = nearest_turn(twist_angle(at, RodCornerFrame<double>(at)), at_.twist[v]);
    }
  });
}

template <int Dim>
void StrandElements<Dim>::turn_edge(std::size_t v, double angle, ConstVectors x) {
  Frame f = frame(v);
  f.director = f.director * std::cos(angle) + cross(f.tangent, f.director) * std::sin(angle);
  set_frame(v, f);
  follow(x, 0);
}

template <int Dim>
void StrandElements<Dim>::load(BinaryReader& in) {
  const Index count = edges_.count();
  load_table(edges_, in);
  if (edges_.count() != count) throw InputError("the saved state has another number of edges of strands");
  find_planes();
}

template class StrandElements<2>;
template class StrandElements<3>;

}  // namespace froth

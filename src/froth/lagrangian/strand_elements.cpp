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

/// Unknowns of the three vertices of a corner and their edges, as neighbours in the row of a strand; the
/// last edge is none of the corner's.
constexpr int kNeighbours = 11;

/// A slope by edges and angles as one by these.
void by_vertices(const RodGradient<double>& g, double (&out)[kNeighbours]) {
  for (int d = 0; d < 3; ++d) {
    out[d] = -g.e0[d];
    out[4 + d] = g.e0[d] - g.e1[d];
    out[8 + d] = g.e1[d];
  }
  out[3] = g.theta0, out[7] = g.theta1;
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

template <int Dim>
typename StrandElements<Dim>::Scratch& StrandElements<Dim>::scratch() {
  thread_local Scratch one;
  return one;
}

template <int Dim>
void StrandElements<Dim>::find_edges(ConstVectors x, std::size_t s, Scratch& at) const {
  const std::size_t first = begin_[s], edges = begin_[s + 1] - first - 1;
  at.edge.resize(edges);
  at.director.resize(edges);
  for (std::size_t k = 0; k < edges; ++k) {
    at.edge[k] = lift(x[first + k + 1] - x[first + k]);
    const Frame own = frame(first + k);
    at.director[k] = parallel_transport(own.director, own.tangent, unit(at.edge[k]));
  }
}
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
    Scratch& at = scratch();
    find_edges(x, s, at);
    for (std::size_t v = begin_[s]; v + 1 < begin_[s + 1]; ++v) {
      parts[s].stretching += Stretch<Dim, double>{section_.stretching, length_[v]}.energy(x[v + 1] - x[v]);
      if (v == begin_[s]) continue;
      const std::size_t k = v - begin_[s];
      const Vec2<double> both =
          rod_corner_energy(RodCorner<double>{at.edge[k - 1], at.edge[k], at.director[k - 1], at.director[k]},
                            rest_of(v), stiffness(), at_.twist[v]);
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
template <typename StrandElements<Dim>::Sum sum>
void StrandElements<Dim>::assemble(ConstVectors x, std::size_t s, double factor, Scratch& to) const {
  const std::size_t first = begin_[s], edges = begin_[s + 1] - first - 1;
  find_edges(x, s, to);
  to.force.assign(4 * edges + 4, 0.0);
  if (sum == Sum::Both) to.matrix.reset(4 * edges + 3);
  for (std::size_t k = 0; k < edges; ++k) {
    const Stretch<3, double> stretch{section_.stretching, length_[first + k]};
    const Vec3<double> pull = stretch.gradient(to.edge[k]);
    const std::size_t row = 4 * k;
    for (std::size_t d = 0; d < 3; ++d) {
      to.force[row + d] -= pull[static_cast<int>(d)];
      to.force[row + 4 + d] += pull[static_cast<int>(d)];
    }
    if (sum == Sum::Both) {
      const Mat3<double> h = stretch.positive_hessian(to.edge[k]) * factor;
      for (std::size_t r = 0; r < Dim; ++r)
        for (std::size_t c = 0; c < Dim; ++c) {
          const double entry = h(static_cast<int>(r), static_cast<int>(c));
          if (c <= r) to.matrix(row + r, row + c) += entry, to.matrix(row + 4 + r, row + 4 + c) += entry;
          to.matrix(row + 4 + r, row + c) -= entry;
        }
    }
    if (k == 0) continue;
    const RodCorner<double> corner{to.edge[k - 1], to.edge[k], to.director[k - 1], to.director[k]};
    const RodCornerRest<double> rest = rest_of(first + k);
    const RodCornerFrame<double> frame(corner);
    const RodSlopes<double> slopes(corner, frame);
    double own[kNeighbours];
    by_vertices(rod_corner_gradient(corner, rest, stiffness(), at_.twist[first + k], frame, slopes), own);
    for (std::size_t n = 0; n < kNeighbours; ++n) to.force[row - 4 + n] += own[n];
    if (sum == Sum::Gradient) continue;
    const RodWeights<double> weights(rest, stiffness(), frame);
    double slope[3][kNeighbours], weighted[3];
    by_vertices(slopes.kappa[0], slope[0]);
    by_vertices(slopes.kappa[1], slope[1]);
    by_vertices(slopes.twist, slope[2]);
    for (std::size_t r = 0; r < kNeighbours; ++r) {
      for (int n = 0; n < 3; ++n)
        weighted[n] = factor * (n < 2 ? weights.kappa : weights.twist) * slope[n][r];
      double* const to_row = to.matrix.row(row - 4 + r) + (kWidth - r);
      for (std::size_t c = 0; c <= r; ++c)
        to_row[c] += weighted[0] * slope[0][c] + weighted[1] * slope[1][c] + weighted[2] * slope[2][c];
    }
  }
}

template <int Dim>
void StrandElements<Dim>::gradient(ConstVectors x, Vectors g) const {
  for_each_strand([&](std::size_t s) {
    Scratch& at = scratch();
    assemble<Sum::Gradient>(x, s, 0, at);
    for (std::size_t v = begin_[s]; v < begin_[s + 1]; ++v)
      for (int d = 0; d < Dim; ++d) g[v][d] = at.force[4 * (v - begin_[s]) + static_cast<std::size_t>(d)];
    for (std::size_t v = begin_[s]; v + 1 < begin_[s + 1]; ++v) {
      const std::size_t k = v - begin_[s];
      const Vec<Dim, double> pull = drop<Dim>(turning(at.edge[k], v) * at.force[4 * k + 3]);
      g[v] -= pull;
      g[v + 1] += pull;
    }
  });
}

template <int Dim>
void StrandElements<Dim>::explicit_step(const VertexMotion<Dim>& at, double dt, Vectors dv) {
  for_each_strand([&](std::size_t s) {
    Scratch& own = scratch();
    assemble<Sum::Gradient>(at.x, s, 0, own);
    for (std::size_t v = begin_[s]; v < begin_[s + 1]; ++v) {
      const double share = at.is_held[v] != 0 ? 0 : -dt / at.mass[v];
      for (int d = 0; d < Dim; ++d)
        dv[v][d] = share * own.force[4 * (v - begin_[s]) + static_cast<std::size_t>(d)];
      const bool is_clamped = v + 1 == begin_[s + 1] || (at.is_held[v] != 0 && at.is_held[v + 1] != 0);
      if (Dim == 3 && !is_clamped)
        at_.spin[v] -= dt * own.force[4 * (v - begin_[s]) + 3] / (section_.turning_inertia * length_[v]);
    }
  });
}

template <int Dim>
void StrandElements<Dim>::step_strand(const VertexMotion<Dim>& at, std::size_t s, double dt, Vectors dv,
                                      Vectors grip) {
  const std::size_t first = begin_[s], count = begin_[s + 1] - first, unknowns = 4 * count - 1;
  Scratch& own = scratch();
  assemble<Sum::Both>(at.x, s, dt * dt, own);
  std::vector<double>&v = own.v, &b = own.b;
  v.assign(unknowns, 0.0);
  b.resize(unknowns);
  for (std::size_t k = 0; k < count; ++k) {
    for (int d = 0; d < Dim; ++d) v[4 * k + static_cast<std::size_t>(d)] = at.v[first + k][d];
    if (k + 1 < count) v[4 * k + 3] = at_.spin[first + k];
  }
  for (std::size_t r = 0; r < unknowns; ++r) b[r] = -dt * own.force[r];
  own.matrix.add_product(-1, v, b);
  if (!grip.empty()) own.stiffness = own.matrix, own.pull = b;
  for (std::size_t r = 0; r < unknowns; ++r)
    own.matrix(r, r) +=
        r % 4 == 3 ? section_.turning_inertia * length_[first + r / 4] : at.mass[first + r / 4];
  const auto fix = [&](std::size_t r) { own.matrix.fix(r), b[r] = 0; };
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_held = at.is_held[first + k] != 0;
    const bool is_clamped = k + 1 < count && is_held && at.is_held[first + k + 1] != 0;
    for (std::size_t d = 0; d < 3; ++d)
      if (is_held || d >= Dim) fix(4 * k + d);
    if (k + 1 < count && (Dim == 2 || is_clamped)) fix(4 * k + 3);
  }
  own.matrix.solve(b);
  for (std::size_t k = 0; k < count; ++k) {
    for (int d = 0; d < Dim; ++d) dv[first + k][d] = b[4 * k + static_cast<std::size_t>(d)];
    if (k + 1 < count) at_.spin[first + k] += b[4 * k + 3];
  }
  if (grip.empty()) return;
  own.stiffness.add_product(-1, b, own.pull);
  for (std::size_t k = 0; k < count; ++k)
    for (int d = 0; d < Dim; ++d)
      grip[first + k][d] = at.is_held[first + k] != 0 ? -own.pull[4 * k + static_cast<std::size_t>(d)] : 0.0;
}

template <int Dim>
int StrandElements<Dim>::newton_step(const VertexMotion<Dim>& at, double dt, Vectors dv, Vectors grip) {
  for_each_strand([&](std::size_t s) { step_strand(at, s, dt, dv, grip); });
  return 1;
}

template <int Dim>
void StrandElements<Dim>::follow(ConstVectors x, double dt) {
  for_each_strand([&](std::size_t s) {
    Scratch& at = scratch();
    find_edges(x, s, at);
    for (std::size_t v = begin_[s]; v + 1 < begin_[s + 1]; ++v) {
      const std::size_t k = v - begin_[s];
      Vec3<double>& d = at.director[k];
      const Vec3<double> t = unit(at.edge[k]);
      if (Dim == 3) {
        const double angle = dt * at_.spin[v];
        d = d * std::cos(angle) + cross(t, d) * std::sin(angle);
        d = unit(d - t * dot(t, d));  // rounding gathers otherwise
      }
      set_frame(v, {d, t});
      if (k == 0) continue;
      const RodCorner<double> corner{at.edge[k - 1], at.edge[k], at.director[k - 1], d};
      at_.twist[v] = nearest_turn(twist_angle(corner, RodCornerFrame<double>(corner)), at_.twist[v]);
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

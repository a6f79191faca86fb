// SPDX-License-Identifier: Apache-2.0
// The bodies of a state as output sees them: columns by name, and what is derived from them.
#include <froth/mpm/mpm_solver.h>

#include <cmath>

#include <froth/mpm/particle_reader.h>

namespace froth {

namespace {

/// Drawn as spheres of this share of their distance on a lattice, particles overlap a little.
constexpr double kRadiusShare = 0.6;

template <class Value>
std::function<void(int, std::span<double>)> by_slot(Value value) {
  return [value](int component, std::span<double> values) {
    parallel_chunks(static_cast<Index>(values.size()), kReductionChunk, [&](const Chunk& c) {
      for (Index s = c.begin; s < c.end; ++s) values[static_cast<std::size_t>(s)] = value(component, s);
    });
  };
}

/// A column as it is stored.
PointField column_field(const Column& column) {
  const auto as = [&]<class T>(const T*) {
    return by_slot([&column](int k, Index s) {
      return double(column.planes[static_cast<std::size_t>(k)].template as<T>()[s]);
    });
  };
  PointField field{column.name, column.unit, static_cast<int>(column.planes.size()), {}};
  switch (column.type) {
    case ColumnType::Float: field.read = as(static_cast<const float*>(nullptr)); break;
    case ColumnType::Double: field.read = as(static_cast<const double*>(nullptr)); break;
    case ColumnType::Int32: field.read = as(static_cast<const std::int32_t*>(nullptr)); break;
    case ColumnType::UInt64: field.read = as(static_cast<const std::uint64_t*>(nullptr)); break;
  }
  return field;
}

template <int Dim, class Real>
std::vector<PointField> fields_of(const MpmBody<Dim, Real>& body, const Lattice<Dim>& lattice) {
  const ParticleReader<Dim, Real> read(body.particles, lattice);
  const Real* log_J = body.particles.template plane<Real>("log_J");
  const auto J = [log_J](Index s) { return std::exp(double(log_J[s])); };
  const auto pressure = [tau = std::array{read.p.tau[0], read.p.tau[1], read.p.tau[2]}, J](int, Index s) {
    return -(double(tau[0][s]) + double(tau[1][s]) + double(tau[2][s])) / (3 * J(s));
  };
  const double own = body.elements != nullptr ? body.elements->radius : 0;
  const auto radius = [mass = read.p.mass, density = body.density, own](int, Index s) {
    return own > 0 ? own : kRadiusShare * std::pow(double(mass[s]) / density, 1.0 / Dim);
  };
  std::vector<PointField> fields = {
      {std::string(kPosition), "m", 3, by_slot([read](int k, Index s) { return read.position(s)[k]; })},
      {std::string(kVelocity), "m/s", 3, by_slot([read](int k, Index s) { return read.velocity(s)[k]; })},
      {std::string(kRadius), "m", 1, by_slot(radius)},
      {"J", "-", 1, by_slot([J](int, Index s) { return J(s); })},
      {"pressure", "Pa", 1, by_slot(pressure)}};
  for (const Column& column : body.particles.columns())
    if (column.behaviour != Behaviour::Identity) fields.push_back(column_field(column));
  return fields;
}

}  // namespace

template <int Dim, class Real>
std::vector<BodyView> MpmSolver<Dim, Real>::bodies() const {
  std::vector<BodyView> views;
  for (const auto& body : state_.bodies) {
    const auto law = std::visit([]<class L>(const L&) { return L::name; }, body.law);
    const std::uint64_t* id = body.particles.template plane<std::uint64_t>("id");
    views.push_back({.name = body.name,
                     .law = law,
                     .id = {id, static_cast<std::size_t>(body.particles.count())},
                     .fields = fields_of(body, state_.settings.lattice),
                     .topology = body.elements == nullptr ? nullptr : body.elements->topology()});
  }
  return views;
}

template <int Dim, class Real>
std::vector<MovedCollider> MpmSolver<Dim, Real>::moved_colliders() const {
  std::vector<MovedCollider> moved;
  for (const RigidBody& body : state_.rigid.bodies()) moved.push_back({body.collider, body.pose()});
  return moved;
}

template class MpmSolver<2, float>;
template class MpmSolver<2, double>;
template class MpmSolver<3, float>;
template class MpmSolver<3, double>;

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/frame_output.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>

#include <froth/base/error.h>

namespace froth {

namespace {

double value_at(const Column& column, std::size_t k, std::size_t slot) {
  const AlignedBuffer& plane = column.planes[k];
  switch (column.type) {
    case ColumnType::Float: return double(plane.as<float>()[slot]);
    case ColumnType::Double: return plane.as<double>()[slot];
    case ColumnType::Int32: return plane.as<std::int32_t>()[slot];
    case ColumnType::UInt64: return double(plane.as<std::uint64_t>()[slot]);
  }
  return 0;
}

/// Quantities made from columns: the volume ratio and the Cauchy pressure.
double derived(const std::string& name, const ColumnTable& p, std::size_t slot) {
  const double J = std::exp(value_at(p.column("log_J"), 0, slot));
  if (name == "J") return J;
  const Column& tau = p.column("tau");
  return -(value_at(tau, 0, slot) + value_at(tau, 1, slot) + value_at(tau, 2, slot)) / (3 * J);
}
bool is_derived(const std::string& name) { return name == "J" || name == "pressure"; }

/// What a file of this type holds, so that every format gets the same numbers, now or from the PLY file
/// later.
double rounded(double value, NumberType type) {
  return type == NumberType::Float ? double(static_cast<float>(value)) : value;
}

/// PLY has no whole numbers of 64 bits; a double holds ids up to 2^53.
NumberType id_type(const std::vector<BodyView>& bodies) {
  for (const BodyView& body : bodies) {
    const std::uint64_t* id = body.particles->plane<std::uint64_t>("id");
    for (Index k = 0; k < body.particles->count(); ++k)
      if (id[k] > std::numeric_limits<std::uint32_t>::max()) return NumberType::Double;
  }
  return NumberType::UInt;
}

/// Appends one number per particle of every body, in the order of `slots`.
void append(PointCloud& cloud, const std::string& name, NumberType type,
            const std::vector<std::vector<std::uint32_t>>& slots,
            const std::function<double(std::size_t body, std::size_t slot)>& value) {
  PointProperty property{name, type, {}};
  for (std::size_t b = 0; b < slots.size(); ++b)
    for (const std::uint32_t s : slots[b]) property.values.push_back(rounded(value(b, s), type));
  cloud.properties.push_back(std::move(property));
}

void append_attribute(PointCloud& cloud, const std::string& name, NumberType real,
                      const std::vector<std::vector<std::uint32_t>>& slots,
                      const std::vector<BodyView>& bodies) {
  constexpr double missing =
      std::numeric_limits<double>::quiet_NaN();  // this body's law has no such attribute
  if (is_derived(name))
    return append(cloud, name, real, slots,
                  [&](std::size_t b, std::size_t s) { return derived(name, *bodies[b].particles, s); });
  std::size_t components = 0;
  for (const BodyView& body : bodies)
    if (body.particles->has(name)) components = body.particles->column(name).planes.size();
  for (std::size_t k = 0; k < components; ++k)
    append(cloud, components == 1 ? name : fmt::format("{}_{}", name, k), real, slots,
           [&](std::size_t b, std::size_t s) {
             const ColumnTable& p = *bodies[b].particles;
             return p.has(name) ? value_at(p.column(name), k, s) : missing;
           });
}

}  // namespace

/// What is derived, and every column that is more than bookkeeping.
std::vector<std::string> attribute_names(const BodyView& body) {
  std::vector<std::string> names = {"J", "pressure"};
  for (const Column& c : body.particles->columns())
    if (c.behaviour != Behaviour::Identity) names.push_back(c.name);
  return names;
}

PointCloud frame_cloud(const Simulation& simulation) {
  const Solver& solver = simulation.solver();
  const std::vector<BodyView> bodies = solver.bodies();
  std::vector<std::vector<std::uint32_t>> slots(bodies.size());
  std::vector<std::vector<Vec3<double>>> x, v;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    for (const auto& [id, slot] : bodies[b].particles->slot_of_id()) slots[b].push_back(slot);
    x.push_back(solver.positions(b));
    v.push_back(solver.velocities(b));
  }
  const NumberType real =
      simulation.scene().precision == Precision::Float ? NumberType::Float : NumberType::Double;
  PointCloud cloud;
  cloud.comments = {
      fmt::format("froth frame {} time {}", simulation.progress().frame, simulation.progress().time)};
  const char* axis[3] = {"x", "y", "z"};
  for (int d = 0; d < 3; ++d)
    append(cloud, axis[d], real, slots, [&](std::size_t b, std::size_t s) { return x[b][s][d]; });
  for (int d = 0; d < 3; ++d)
    append(cloud, std::string("v") + axis[d], real, slots,
           [&](std::size_t b, std::size_t s) { return v[b][s][d]; });
  append(cloud, "id", id_type(bodies), slots, [&](std::size_t b, std::size_t s) {
    return double(bodies[b].particles->plane<std::uint64_t>("id")[s]);
  });
  append(cloud, "body", NumberType::Int, slots, [](std::size_t b, std::size_t) { return double(b); });
  std::vector<std::string> names = simulation.scene().output.attributes;
  // Resampling makes particles of different masses; who reads a frame has to know them.
  const auto resamples = [](const BodySpec& body) { return body.resampling.has_value(); };
  const std::vector<BodySpec>& specs = simulation.scene().bodies;
  const bool has_mass = std::find(names.begin(), names.end(), "mass") != names.end();
  if (!has_mass && std::any_of(specs.begin(), specs.end(), resamples)) names.push_back("mass");
  for (const std::string& name : names) append_attribute(cloud, name, real, slots, bodies);
  return cloud;
}

std::vector<double> attribute_values(const BodyView& body, const std::string& name) {
  const ColumnTable& particles = *body.particles;
  if (!is_derived(name) && !particles.has(name))
    throw InputError(fmt::format("body \"{}\" ({}) has no attribute \"{}\"; there are {}", body.name,
                                 body.law, name, fmt::join(attribute_names(body), ", ")));
  const std::size_t components = is_derived(name) ? 1 : particles.column(name).planes.size();
  std::vector<double> values;
  values.reserve(components * static_cast<std::size_t>(particles.count()));
  for (const auto& [id, slot] : particles.slot_of_id())
    for (std::size_t k = 0; k < components; ++k)
      values.push_back(is_derived(name) ? derived(name, particles, slot)
                                        : value_at(particles.column(name), k, slot));
  return values;
}

void check_attributes(const Simulation& simulation) {
  const std::vector<BodyView> bodies = simulation.solver().bodies();
  for (const std::string& name : simulation.scene().output.attributes) {
    bool known = is_derived(name);
    std::string all = "J, pressure";
    for (const BodyView& body : bodies) {
      known = known || body.particles->has(name);
      for (const Column& c : body.particles->columns())
        if (c.behaviour != Behaviour::Identity && all.find(c.name) == std::string::npos) all += ", " + c.name;
    }
    if (!known)
      throw InputError(fmt::format("{}: output.attributes names \"{}\", which no body has; there are {}",
                                   simulation.scene().output.attributes_where, name, all));
  }
}

}  // namespace froth

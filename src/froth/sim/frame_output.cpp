// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/frame_output.h>

#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include <froth/base/error.h>

namespace froth {

namespace {

/// Fields that every frame has, under names of their own.
bool is_standard(const PointField& field) {
  return field.name == kPosition || field.name == kVelocity || field.name == kRadius;
}

/// What a file of this type holds, so that every format gets the same numbers, now or from the PLY file
/// later.
double rounded(double value, NumberType type) {
  return type == NumberType::Float ? double(static_cast<float>(value)) : value;
}

/// PLY has no whole numbers of 64 bits; a double holds ids up to 2^53.
NumberType id_type(const std::vector<BodyView>& bodies) {
  for (const BodyView& body : bodies)
    if (std::ranges::any_of(body.id,
                            [](std::uint64_t id) { return id > std::numeric_limits<std::uint32_t>::max(); }))
      return NumberType::Double;
  return NumberType::UInt;
}

/// Collects the properties of all bodies, one body after the other, points by id.
class CloudMaker {
 public:
  CloudMaker(const std::vector<BodyView>& bodies, NumberType real) : bodies_(bodies), real_(real) {
    for (const BodyView& body : bodies) slots_.push_back(body.slots_by_id());
  }

  void add_ids() {
    PointProperty property{"id", id_type(bodies_), {}};
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      for (const std::uint32_t s : slots_[b]) property.values.push_back(double(bodies_[b].id[s]));
    cloud.properties.push_back(std::move(property));
  }
  void add_bodies() {
    PointProperty property{"body", NumberType::Int, {}};
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      property.values.insert(property.values.end(), slots_[b].size(), double(b));
    cloud.properties.push_back(std::move(property));
  }
  /// One component of a field; not-a-number where a body has no such field.
  void add(const std::string& property_name, std::string_view field, int component) {
    PointProperty property{property_name, real_, {}};
    std::vector<double> by_slot;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      by_slot.assign(slots_[b].size(), std::numeric_limits<double>::quiet_NaN());
      if (const PointField* found = bodies_[b].find(field)) found->read(component, by_slot);
      for (const std::uint32_t s : slots_[b]) property.values.push_back(rounded(by_slot[s], real_));
    }
    cloud.properties.push_back(std::move(property));
  }
  /// All components, numbered from 0 where there are several.
  void add_attribute(const std::string& name) {
    int components = 0;
    for (const BodyView& body : bodies_)
      if (const PointField* found = body.find(name)) components = found->components;
    for (int k = 0; k < components; ++k) add(components == 1 ? name : fmt::format("{}_{}", name, k), name, k);
  }

  PointCloud cloud;

 private:
  const std::vector<BodyView>& bodies_;
  NumberType real_;
  std::vector<std::vector<std::uint32_t>> slots_;
};

}  // namespace

std::vector<std::string> attribute_names(const BodyView& body) {
  std::vector<std::string> names;
  for (const PointField& field : body.fields)
    if (!is_standard(field)) names.push_back(field.name);
  return names;
}

PointCloud frame_cloud(const Simulation& simulation) {
  const std::vector<BodyView> bodies = simulation.solver().bodies();
  CloudMaker maker(bodies,
                   simulation.scene().precision == Precision::Float ? NumberType::Float : NumberType::Double);
  maker.cloud.comments = {
      fmt::format("froth frame {} time {}", simulation.progress().frame, simulation.progress().time)};
  const char* axis[3] = {"x", "y", "z"};
  for (int d = 0; d < 3; ++d) maker.add(axis[d], kPosition, d);
  for (int d = 0; d < 3; ++d) maker.add(std::string("v") + axis[d], kVelocity, d);
  maker.add_ids();
  maker.add_bodies();
  std::vector<std::string> names = simulation.scene().output.attributes;
  // Resampling makes particles of different masses; who reads a frame has to know them.
  const auto resamples = [](const BodySpec& body) { return body.resampling.has_value(); };
  if (std::ranges::find(names, "mass") == names.end() &&
      std::ranges::any_of(simulation.scene().bodies, resamples))
    names.push_back("mass");
  for (const std::string& name : names) maker.add_attribute(name);
  return std::move(maker.cloud);
}

std::vector<double> attribute_values(const BodyView& body, const std::string& name) {
  const PointField* field = body.find(name);
  if (field == nullptr)
    throw InputError(fmt::format("body \"{}\" ({}) has no attribute \"{}\"; there are {}", body.name,
                                 body.law, name, fmt::join(attribute_names(body), ", ")));
  const auto components = static_cast<std::size_t>(field->components);
  const std::vector<std::uint32_t> slots = body.slots_by_id();
  std::vector<double> values(components * slots.size()), by_slot(slots.size());
  for (std::size_t k = 0; k < components; ++k) {
    field->read(static_cast<int>(k), by_slot);
    for (std::size_t n = 0; n < slots.size(); ++n) values[n * components + k] = by_slot[slots[n]];
  }
  return values;
}

void check_attributes(const Simulation& simulation) {
  std::vector<std::string> all;
  for (const BodyView& body : simulation.solver().bodies())
    for (const std::string& name : attribute_names(body))
      if (std::ranges::find(all, name) == all.end()) all.push_back(name);
  for (const std::string& name : simulation.scene().output.attributes)
    if (std::ranges::find(all, name) == all.end())
      throw InputError(fmt::format("{}: output.attributes names \"{}\", which no body has; there are {}",
                                   simulation.scene().output.attributes_where, name, fmt::join(all, ", ")));
}

}  // namespace froth

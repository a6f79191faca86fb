// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/frame_output.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <span>

#include <froth/base/error.h>

namespace froth {

namespace {

/// Of bodies whose particles have volumes of their own [m^dim].
constexpr std::string_view kVolume = "volume";

/// Fields that every frame has, under names of their own.
bool is_standard(const PointField& field) {
  return field.name == kPosition || field.name == kVelocity || field.name == kRadius;
}

/// PLY has no whole numbers of 64 bits; a double holds ids up to 2^53.
NumberType id_type(const std::vector<BodyView>& bodies) {
  for (const BodyView& body : bodies)
    if (std::ranges::any_of(body.id,
                            [](std::uint64_t id) { return id > std::numeric_limits<std::uint32_t>::max(); }))
      return NumberType::Double;
  return NumberType::UInt;
}

/// Corners of the faces of a tetrahedron, seen from outside against the clock where (b - a) x (c - a) points
/// towards d.
constexpr std::size_t kTetrahedronFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

/// Collects the properties of all bodies, one body after the other, points by id. One component of one field
/// is in memory as doubles at a time.
class CloudMaker {
 public:
  CloudMaker(const std::vector<BodyView>& bodies, NumberType real) : bodies_(bodies), real_(real) {
    for (const BodyView& body : bodies) {
      slots_.push_back(body.slots_by_id());
      count_ += slots_.back().size();
      cloud.bodies.push_back({std::string(body.name), std::string(body.law)});
    }
  }

  void add_ids() {
    PointProperty& property = add_property("id", id_type(bodies_), {});
    fill(property, [&](std::size_t b, std::uint32_t s) { return bodies_[b].id[s]; });
  }
  void add_bodies() {
    PointProperty& property = add_property("body", NumberType::Int, {});
    fill(property, [](std::size_t b, std::uint32_t) { return b; });
  }
  /// One component of a field; not-a-number where a body has no such field.
  void add(const std::string& property_name, std::string_view field, int component) {
    PointProperty& property = add_property(property_name, real_, unit_of(field));
    std::size_t of_body = bodies_.size();
    fill(property, [&](std::size_t b, std::uint32_t s) {
      if (b != of_body) read(of_body = b, field, component);
      return by_slot_[s];
    });
  }
  /// All components, numbered from 0 where there are several.
  void add_attribute(const std::string& name) {
    int components = 0;
    for (const BodyView& body : bodies_)
      if (const PointField* found = body.find(name)) components = found->components;
    for (int k = 0; k < components; ++k) add(components == 1 ? name : fmt::format("{}_{}", name, k), name, k);
  }
  /// Points of a topology are slots; those of a frame are counted by body and id.
  void add_topologies() {
    std::uint32_t first = 0;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (const Topology* topology = bodies_[b].topology) {
        place_.resize(slots_[b].size());
        for (std::size_t n = 0; n < place_.size(); ++n)
          place_[slots_[b][n]] = first + static_cast<std::uint32_t>(n);
        add_topology(*topology, static_cast<std::int32_t>(b));
      }
      first += static_cast<std::uint32_t>(slots_[b].size());
    }
  }

  PointCloud cloud;

 private:
  PointProperty& add_property(const std::string& name, NumberType type, const std::string& unit) {
    PointProperty& property = cloud.properties.emplace_back(name, type, std::vector<double>(), unit);
    property.values.resize(count_);
    return property;
  }
  std::string unit_of(std::string_view field) const {
    for (const BodyView& body : bodies_)
      if (const PointField* found = body.find(field)) return found->unit;
    return {};
  }
  void read(std::size_t b, std::string_view field, int component) {
    by_slot_.assign(slots_[b].size(), std::numeric_limits<double>::quiet_NaN());
    if (const PointField* found = bodies_[b].find(field)) found->read(component, by_slot_);
  }
  /// value(body, slot) for all points in their order.
  template <class Value>
  void fill(PointProperty& property, Value value) {
    property.values.visit([&]<class T>(std::vector<T>& numbers) {
      std::size_t n = 0;
      for (std::size_t b = 0; b < bodies_.size(); ++b)
        for (const std::uint32_t s : slots_[b]) numbers[n++] = static_cast<T>(value(b, s));
    });
  }

  void add_topology(const Topology& topology, std::int32_t body) {
    for (const auto& [from, to] : topology.segments) {
      cloud.edges.points.push_back({place_[from], place_[to]});
      cloud.edges.body.push_back(body);
    }
    for (const auto& triangle : topology.triangles) add_face(triangle, body, -1);
    for (const auto& corner : topology.tetrahedra) {
      for (const auto& face : kTetrahedronFaces)
        add_face(std::array{corner[face[0]], corner[face[1]], corner[face[2]]}, body, cells_);
      ++cells_;
    }
    add_cells(topology.cells, body);
  }
  void add_cells(const PolyhedralCells& cells, std::int32_t body) {
    const auto range = [](const std::vector<std::uint32_t>& first, std::size_t k, std::size_t end) {
      return std::pair<std::size_t, std::size_t>(first[k], k + 1 < first.size() ? first[k + 1] : end);
    };
    for (std::size_t c = 0; c < cells.first_face.size(); ++c, ++cells_) {
      const auto [face, last] = range(cells.first_face, c, cells.first_corner.size());
      for (std::size_t f = face; f < last; ++f) {
        const auto [corner, end] = range(cells.first_corner, f, cells.corner.size());
        add_face(std::span(cells.corner).subspan(corner, end - corner), body, cells_);
      }
    }
  }
  void add_face(std::span<const std::uint32_t> slots, std::int32_t body, std::int32_t cell) {
    corners_.clear();
    for (const std::uint32_t s : slots) corners_.push_back(place_[s]);
    cloud.faces.add(corners_, body, cell);
  }

  const std::vector<BodyView>& bodies_;
  NumberType real_;
  std::vector<std::vector<std::uint32_t>> slots_;
  std::size_t count_ = 0;
  std::int32_t cells_ = 0;
  std::vector<double> by_slot_;
  std::vector<std::uint32_t> place_, corners_;
};

}  // namespace

std::vector<std::string> attribute_names(const BodyView& body) {
  std::vector<std::string> names;
  for (const PointField& field : body.fields)
    if (!is_standard(field)) names.push_back(field.name);
  return names;
}

PointCloud bodies_cloud(const std::vector<BodyView>& bodies, NumberType real,
                        const std::vector<std::string>& attributes) {
  CloudMaker maker(bodies, real);
  const char* axis[3] = {"x", "y", "z"};
  for (int d = 0; d < 3; ++d) maker.add(axis[d], kPosition, d);
  for (int d = 0; d < 3; ++d) maker.add(std::string("v") + axis[d], kVelocity, d);
  maker.add_ids();
  maker.add_bodies();
  maker.add(std::string(kRadius), kRadius, 0);
  for (const std::string& name : attributes) maker.add_attribute(name);
  maker.add_topologies();
  return std::move(maker.cloud);
}

PointCloud frame_cloud(const Simulation& simulation) {
  const Scene& scene = simulation.scene();
  const Progress& progress = simulation.progress();
  std::vector<std::string> names = scene.output.attributes;
  // Resampling makes particles of different masses; who reads a frame has to know them.
  const auto resamples = [](const BodySpec& body) { return body.resampling.has_value(); };
  if (std::ranges::find(names, "mass") == names.end() && std::ranges::any_of(scene.bodies, resamples))
    names.push_back("mass");
  // Nor is the volume that a particle takes of space told by its radius alone.
  const std::vector<BodyView> bodies = simulation.solver().bodies();
  const auto has_volumes = [](const BodyView& body) { return body.find(kVolume) != nullptr; };
  if (std::ranges::find(names, kVolume) == names.end() && std::ranges::any_of(bodies, has_volumes))
    names.push_back(std::string(kVolume));
  PointCloud cloud = bodies_cloud(
      bodies, scene.precision == Precision::Float ? NumberType::Float : NumberType::Double, names);
  cloud.stamp = FrameStamp{progress.frame, progress.time};
  cloud.dimension = scene.dimension;
  for (const Collider& collider : scene.obstacles.colliders)
    cloud.colliders.push_back({collider.name, collider.motion.at(progress.time)});
  for (const MovedCollider& moved : simulation.solver().moved_colliders())
    cloud.colliders[moved.collider].pose = moved.pose;
  return cloud;
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

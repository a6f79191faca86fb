// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/mesh_cloud.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/base/srgb.h>

namespace froth {

namespace {

constexpr double kGrey = 204;  ///< byte of what has no colour

/// Name of a component as a property of a frame.
std::string property_name(const VertexColumn& column, int component) {
  if (column.name == "velocity") return std::string("v") + "xyz"[component];
  if (column.name == "color") return std::array{"red", "green", "blue"}[std::size_t(component)];
  return column.components == 1 ? column.name : fmt::format("{}_{}", column.name, component);
}

double color_byte(float linear) {
  return std::isfinite(linear) ? std::round(255 * double(linear_to_srgb(std::clamp(linear, 0.0f, 1.0f))))
                               : kGrey;
}

class CloudOfMeshes {
 public:
  CloudOfMeshes(const std::vector<BodySkin>& skins, const PointCloud& frame) : skins_(skins) {
    cloud.stamp = frame.stamp, cloud.dimension = frame.dimension;
    cloud.bodies = frame.bodies, cloud.colliders = frame.colliders;
    for (const char* name : {"x", "y", "z"}) add(name, "m", NumberType::Float);
    if (skins.empty()) return;
    for (const char* name : {"nx", "ny", "nz"}) add(name, "-", NumberType::Float);
    fill_places();
    for (const BodySkin& skin : skins)
      for (const VertexColumn& column : skin.mesh.columns)
        if (cloud.find(property_name(column, 0)) == nullptr) add_column(column);
    add_faces();
  }

  PointCloud cloud;

 private:
  PointProperty& add(const std::string& name, const std::string& unit, NumberType type) {
    return cloud.properties.emplace_back(name, type, std::vector<double>(), unit);
  }

  void fill_places() {
    for (const BodySkin& skin : skins_)
      for (std::size_t k = 0; k < skin.mesh.x.size(); ++k)
        for (int d = 0; d < 3; ++d) {
          cloud.properties[std::size_t(d)].values.push_back(double(skin.mesh.x[k][d]));
          cloud.properties[std::size_t(3 + d)].values.push_back(double(skin.mesh.normal[k][d]));
        }
  }

  void add_column(const VertexColumn& like) {
    const bool is_color = like.name == "color";
    for (int c = 0; c < like.components; ++c) {
      NumberColumn& to =
          add(property_name(like, c), like.unit, is_color ? NumberType::UChar : NumberType::Float).values;
      for (const BodySkin& skin : skins_) {
        const VertexColumn* from = skin.mesh.find(like.name);
        for (std::size_t k = 0; k < skin.mesh.x.size(); ++k) {
          const float value = from == nullptr || from->components != like.components
                                  ? std::numeric_limits<float>::quiet_NaN()
                                  : from->values[k * std::size_t(like.components) + std::size_t(c)];
          to.push_back(is_color ? color_byte(value) : double(value));
        }
      }
    }
  }

  void add_faces() {
    std::uint32_t first = 0;
    for (const BodySkin& skin : skins_) {
      for (const Vec3<std::uint32_t>& t : skin.mesh.triangles)
        cloud.faces.add(std::array{first + t[0], first + t[1], first + t[2]},
                        static_cast<std::int32_t>(skin.body), -1);
      first += static_cast<std::uint32_t>(skin.mesh.x.size());
    }
  }

  const std::vector<BodySkin>& skins_;
};

}  // namespace

PointCloud mesh_cloud(const std::vector<BodySkin>& skins, const PointCloud& frame) {
  return std::move(CloudOfMeshes(skins, frame).cloud);
}

}  // namespace froth

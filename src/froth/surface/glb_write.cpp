// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <sstream>
#include <tiny_gltf.h>

#include <froth/base/error.h>
#include <froth/surface/mesh_writers.h>

namespace froth {

namespace {

/// Chunks of a binary file say their length in 32 bits; this leaves room for the description.
constexpr std::size_t kMostBytes = (std::size_t(1) << 32) - (std::size_t(1) << 20);

int vector_type(int components) {
  constexpr int types[] = {TINYGLTF_TYPE_SCALAR, TINYGLTF_TYPE_VEC2, TINYGLTF_TYPE_VEC3, TINYGLTF_TYPE_VEC4};
  return types[components - 1];
}

/// Attributes that glTF does not know begin with a line; their letters are upper case by custom.
std::string attribute_name(std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return "_" + name;
}

class Glb {
 public:
  explicit Glb(const FrameStamp& stamp) {
    model_.asset.version = "2.0";
    model_.asset.generator = "froth";
    model_.scenes.resize(1);
    model_.defaultScene = 0;
    model_.scenes[0].extras = tinygltf::Value(tinygltf::Value::Object{{"frame", tinygltf::Value(stamp.frame)},
                                                                      {"time", tinygltf::Value(stamp.time)}});
  }

  void add(const SurfaceMesh& skin) {
    if (skin.triangles.empty()) return;  // a mesh of nothing is not allowed
    tinygltf::Primitive primitive;
    primitive.mode = TINYGLTF_MODE_TRIANGLES;
    primitive.attributes["POSITION"] = add_places(skin.x);
    primitive.attributes["NORMAL"] =
        add_numbers(skin.normal.data(), skin.normal.size(), 3, TINYGLTF_TARGET_ARRAY_BUFFER);
    for (const VertexColumn& column : skin.columns) add_column(column, skin.x.size(), primitive);
    primitive.indices = add_triangles(skin.triangles);
    primitive.material = add_material(skin);
    tinygltf::Mesh mesh;
    mesh.name = skin.name;
    mesh.primitives.push_back(std::move(primitive));
    tinygltf::Node node;
    node.name = skin.name;
    node.mesh = static_cast<int>(model_.meshes.size());
    model_.scenes[0].nodes.push_back(static_cast<int>(model_.nodes.size()));
    model_.meshes.push_back(std::move(mesh));
    model_.nodes.push_back(std::move(node));
  }

  std::string bytes() {
    if (buffer_.data.size() > kMostBytes)
      throw InputError("the surface is too large for a binary glTF file, which holds 4 GiB; choose ply");
    if (!buffer_.data.empty()) model_.buffers.push_back(std::move(buffer_));
    std::ostringstream out(std::ios::binary);
    FROTH_CHECK(tinygltf::TinyGLTF().WriteGltfSceneToStream(&model_, out, false, true),
                "tinygltf cannot write the surface");
    return std::move(out).str();
  }

 private:
  template <class T>
  int add_view(const T* data, std::size_t count, int target) {
    tinygltf::BufferView view;
    view.buffer = 0;
    view.byteOffset = buffer_.data.size();  // all numbers have four bytes
    view.byteLength = count * sizeof(T);
    view.target = target;
    buffer_.data.resize(view.byteOffset + view.byteLength);
    std::memcpy(buffer_.data.data() + view.byteOffset, data, view.byteLength);
    model_.bufferViews.push_back(std::move(view));
    return static_cast<int>(model_.bufferViews.size()) - 1;
  }
  template <class T>
  int add_numbers(const T* data, std::size_t count, int components, int target) {
    tinygltf::Accessor accessor;
    accessor.bufferView = add_view(data, count * std::size_t(components) * sizeof(float) / sizeof(T), target);
    accessor.componentType = TINYGLTF_COMPONENT_TYPE_FLOAT;
    accessor.type = vector_type(components);
    accessor.count = count;
    model_.accessors.push_back(std::move(accessor));
    return static_cast<int>(model_.accessors.size()) - 1;
  }
  /// Places must say their bounds.
  int add_places(const std::vector<Vec3<float>>& x) {
    const int accessor = add_numbers(x.data(), x.size(), 3, TINYGLTF_TARGET_ARRAY_BUFFER);
    for (int d = 0; d < 3; ++d) {
      const auto [low, high] = std::minmax_element(
          x.begin(), x.end(), [d](const Vec3<float>& a, const Vec3<float>& b) { return a[d] < b[d]; });
      model_.accessors.back().minValues.push_back(double((*low)[d]));
      model_.accessors.back().maxValues.push_back(double((*high)[d]));
    }
    return accessor;
  }
  int add_triangles(const std::vector<Vec3<std::uint32_t>>& triangles) {
    tinygltf::Accessor accessor;
    accessor.bufferView = add_view(triangles.data(), triangles.size(), TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
    accessor.componentType = TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
    accessor.type = TINYGLTF_TYPE_SCALAR;
    accessor.count = 3 * triangles.size();
    model_.accessors.push_back(std::move(accessor));
    return static_cast<int>(model_.accessors.size()) - 1;
  }
  /// As one attribute where glTF has a type for it, else one per component. Numbers must be finite.
  void add_column(const VertexColumn& column, std::size_t count, tinygltf::Primitive& primitive) {
    std::vector<float> values = column.values;
    for (float& v : values) v = std::isfinite(v) ? v : 0.0f;
    const auto width = static_cast<std::size_t>(column.components);
    if (width <= 4) {
      const std::string name = column.name == "color" ? "COLOR_0" : attribute_name(column.name);
      primitive.attributes[name] =
          add_numbers(values.data(), count, column.components, TINYGLTF_TARGET_ARRAY_BUFFER);
      return;
    }
    std::vector<float> part(count);
    for (std::size_t c = 0; c < width; ++c) {
      for (std::size_t k = 0; k < count; ++k) part[k] = values[k * width + c];
      primitive.attributes[attribute_name(fmt::format("{}_{}", column.name, c))] =
          add_numbers(part.data(), count, 1, TINYGLTF_TARGET_ARRAY_BUFFER);
    }
  }
  /// White where vertices bring their colours, which multiply it.
  int add_material(const SurfaceMesh& skin) {
    const double shade = skin.find("color") != nullptr ? 1 : 0.6;
    tinygltf::Material material;
    material.name = skin.name;
    material.pbrMetallicRoughness.baseColorFactor = {shade, shade, shade, 1};
    material.pbrMetallicRoughness.metallicFactor = 0;
    material.pbrMetallicRoughness.roughnessFactor = 0.5;
    model_.materials.push_back(std::move(material));
    return static_cast<int>(model_.materials.size()) - 1;
  }

  tinygltf::Model model_;
  tinygltf::Buffer buffer_;
};

}  // namespace

std::string to_glb(const std::vector<BodySkin>& skins, const FrameStamp& stamp) {
  Glb file(stamp);
  for (const BodySkin& skin : skins) file.add(skin.mesh);
  return file.bytes();
}

}  // namespace froth

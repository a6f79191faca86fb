// SPDX-License-Identifier: Apache-2.0
// Surfaces written by us, read by others: our reader of frames, our reader of meshes, tinygltf.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <tiny_gltf.h>

#include <froth/base/parallel.h>
#include <froth/geometry/mesh_file.h>
#include <froth/io/ply.h>
#include <froth/surface/mesh_cloud.h>
#include <froth/surface/mesh_writers.h>

#include "support/ball_frames.h"
#include "support/temporary_folder.h"

namespace froth {

using namespace test;

namespace {

const std::vector<BallSpec> kBalls = {{"red ball", {0, 0, 0}, 0.1}, {"b", {0.3, 0, 0}, 0.06}};

std::vector<BodySkin> skins_of(const PointCloud& frame) {
  return skin_frame(ball_view(frame), frame, frame_skins({.attributes = {"heat"}}));
}

TriangleMesh to_triangles(const PointCloud& cloud, std::int32_t body) {
  TriangleMesh mesh;
  for (std::size_t k = 0; k < cloud.count(); ++k)
    mesh.vertices.push_back(
        {cloud.properties[0].values[k], cloud.properties[1].values[k], cloud.properties[2].values[k]});
  for (std::size_t f = 0; f < cloud.faces.count(); ++f) {
    const auto c = cloud.faces.corners_of(f);
    if (cloud.faces.body[f] == body) mesh.triangles.push_back({int(c[0]), int(c[1]), int(c[2])});
  }
  return mesh;
}

double volume_of(const TriangleMesh& mesh) {
  double sum = 0;
  for (const Vec3<int>& t : mesh.triangles)
    sum += dot(mesh.vertices[std::size_t(t[0])],
               cross(mesh.vertices[std::size_t(t[1])], mesh.vertices[std::size_t(t[2])])) /
           6;
  return sum;
}

tinygltf::Model parse(const std::string& bytes) {
  tinygltf::Model model;
  std::string error, warning;
  tinygltf::TinyGLTF reader;
  const bool is_good = reader.LoadBinaryFromMemory(
      &model, &error, &warning, reinterpret_cast<const unsigned char*>(bytes.data()), unsigned(bytes.size()));
  CAPTURE(error);
  CHECK(is_good);
  CHECK(warning == "");
  return model;
}

/// The numbers of an accessor of floats.
std::vector<float> floats(const tinygltf::Model& model, int accessor) {
  const tinygltf::Accessor& a = model.accessors[std::size_t(accessor)];
  const tinygltf::BufferView& view = model.bufferViews[std::size_t(a.bufferView)];
  std::vector<float> values(view.byteLength / sizeof(float));
  std::memcpy(values.data(), model.buffers[0].data.data() + view.byteOffset, view.byteLength);
  return values;
}

}  // namespace

// Oracle: the mesh that was written. Places and columns are floats in both, so they are equal to the bit; red
// and grey are the bytes of their sRGB colours.
TEST_CASE("a PLY surface comes back with all that its vertices carry") {
  const PointCloud frame = ball_frame(kBalls);
  const std::vector<BodySkin> skins = skins_of(frame);
  const PointCloud back = parse_ply(to_ply(mesh_cloud(skins, frame)), "surface");
  const std::size_t first = skins[0].mesh.x.size(), all = first + skins[1].mesh.x.size();
  REQUIRE(back.count() == all);
  REQUIRE(back.faces.count() == skins[0].mesh.triangles.size() + skins[1].mesh.triangles.size());
  CHECK(back.stamp->frame == 7);
  CHECK(back.stamp->time == 0.7);
  CHECK(back.bodies[0].name == "red ball");
  CHECK(back.find("vx")->unit == "m/s");
  for (std::size_t k = 0; k < first; k += 17) {
    CHECK(back.find("y")->values[k] == double(skins[0].mesh.x[k][1]));
    CHECK(back.find("nz")->values[k] == double(skins[0].mesh.normal[k][2]));
    CHECK(back.find("vy")->values[k] == double(skins[0].mesh.find("velocity")->values[3 * k + 1]));
    CHECK(back.find("heat")->values[k] == double(skins[0].mesh.find("heat")->values[k]));
    CHECK(back.find("red")->values[k] == 255);
    CHECK(back.find("blue")->values[k] == 0);
  }
  CHECK(back.find("red")->values[first] == 204);
  CHECK(std::isnan(back.find("heat")->values[first]));
  for (const std::size_t b : {0u, 1u})
    CHECK(off(volume_of(to_triangles(back, int(b))), enclosed_volume(skins[b].mesh)) <= 1e-6);
}

// Oracle: our reader of meshes, which refuses surfaces with holes, and the volume of what was written.
TEST_CASE("an OBJ surface is closed and has an object per body") {
  const PointCloud frame = ball_frame(kBalls);
  const std::vector<BodySkin> skins = skins_of(frame);
  const std::string text = to_obj(skins, *frame.stamp);
  CHECK(text.find("# froth frame 7 time 0.7\n") == 0);
  for (const std::string line : {"\no red_ball\ng red_ball\n", "\no b\ng b\n"})
    CHECK(text.find(line) != std::string::npos);
  const TemporaryFolder folder;
  const TriangleMesh mesh = read_mesh(folder.write("surface.obj", text));
  CHECK(mesh.triangles.size() == skins[0].mesh.triangles.size() + skins[1].mesh.triangles.size());
  CHECK(off(volume_of(mesh), enclosed_volume(skins[0].mesh) + enclosed_volume(skins[1].mesh)) <= 1e-6);
}

// Oracle: tinygltf's reader, and the mesh that was written; bounds by a loop over it.
TEST_CASE("a binary glTF surface comes back with all that its vertices carry") {
  const PointCloud frame = ball_frame(kBalls);
  const std::vector<BodySkin> skins = skins_of(frame);
  const std::string bytes = to_glb(skins, *frame.stamp);
  CHECK(bytes.size() % 4 == 0);
  const tinygltf::Model model = parse(bytes);
  REQUIRE(model.meshes.size() == 2);
  REQUIRE(model.scenes[0].nodes.size() == 2);
  CHECK(model.nodes[0].name == "red ball");
  for (std::size_t b = 0; b < 2; ++b) {
    const SurfaceMesh& mesh = skins[b].mesh;
    const tinygltf::Primitive& primitive = model.meshes[b].primitives[0];
    const tinygltf::Accessor& places = model.accessors[std::size_t(primitive.attributes.at("POSITION"))];
    CHECK(places.count == mesh.x.size());
    CHECK(model.accessors[std::size_t(primitive.indices)].count == 3 * mesh.triangles.size());
    for (int d = 0; d < 3; ++d) {
      float low = mesh.x[0][d], high = low;
      for (const Vec3<float>& x : mesh.x) low = std::min(low, x[d]), high = std::max(high, x[d]);
      CHECK(places.minValues[std::size_t(d)] == double(low));
      CHECK(places.maxValues[std::size_t(d)] == double(high));
    }
    CHECK(floats(model, primitive.attributes.at("_VELOCITY")) == mesh.find("velocity")->values);
    CHECK(primitive.attributes.count("COLOR_0") == (b == 0 ? 1 : 0));
    const std::vector<float> heat = floats(model, primitive.attributes.at("_HEAT"));
    CHECK(heat[5] == (b == 0 ? mesh.find("heat")->values[5] : 0));  // glTF has no not-a-number
  }
}

// Oracle: each format's own idea of nothing; the readers accept it.
TEST_CASE("surfaces of nothing are valid files") {
  const PointCloud frame = ball_frame(kBalls);
  CHECK(parse_ply(to_ply(mesh_cloud({}, frame)), "empty").count() == 0);
  CHECK(parse_obj(to_obj({}, *frame.stamp)).triangles.empty());
  CHECK(parse(to_glb({}, *frame.stamp)).meshes.empty());
  CHECK(to_vdb_level_sets({}, *frame.stamp).size() > 57);
}

// Oracle: one thread.
TEST_CASE("surfaces have the same bytes for any number of threads") {
  const PointCloud frame = ball_frame(kBalls);
  std::vector<std::string> files[2];
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    const std::vector<BodySkin> skins = skins_of(frame);
    files[threads - 1] = {to_ply(mesh_cloud(skins, frame)), to_obj(skins, *frame.stamp),
                          to_glb(skins, *frame.stamp)};
  }
  CHECK(files[0] == files[1]);
}

}  // namespace froth

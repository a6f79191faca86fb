// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <froth/base/binary.h>
#include <froth/base/error.h>
#include <froth/geometry/mesh_file.h>
#include <froth/io/ply.h>
#include <froth/scene/read.h>
#include <froth/sim/frame_output.h>
#include <froth/sim/simulation.h>

#include "support/small_scenes.h"

namespace froth::fuzz {

namespace {

void promise(bool holds, const std::string& what) {
  if (!holds) throw BrokenPromise(what);
}

const std::string kSceneName = "fuzz.toml", kFrameName = "fuzz.ply";

/// Scenes: complaints name the file; what is accepted resolves to itself.
bool accepts_scene(std::string_view bytes) {
  std::string resolved;
  try {
    resolved = read_scene_text(std::string(bytes), kSceneName).resolved_text;
  } catch (const InputError& error) {
    promise(std::string(error.what()).rfind(kSceneName, 0) == 0, error.what());
    return false;
  }
  promise(read_scene_text(resolved, kSceneName).resolved_text == resolved, "the resolved scene changed");
  return true;
}

std::vector<std::string> fresh_scenes() {
  return {tiny_scene(), busy_scene(2, "float"), busy_scene(3, "double")};
}

/// Meshes: what is accepted is a closed surface of finite vertices around a positive volume.
template <TriangleMesh (*parse)(std::string_view)>
bool accepts_mesh(std::string_view bytes) {
  TriangleMesh mesh;
  try {
    mesh = closed_mesh(parse(bytes));
  } catch (const InputError& error) {
    promise(*error.what() != '\0', "a complaint without words");
    return false;
  }
  double volume = 0;
  for (const Vec3<int>& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k)
      promise(t[k] >= 0 && std::size_t(t[k]) < mesh.vertices.size(), "a corner that is no vertex");
    Vec3<double> x[3];
    for (int k = 0; k < 3; ++k) x[k] = mesh.vertices[std::size_t(t[k])] - mesh.vertices[0];
    volume += dot(x[0], cross(x[1], x[2]));
  }
  promise(std::isfinite(volume) && volume > 0, "the surface encloses no volume");
  return true;
}

std::vector<std::string> fresh_obj() {
  return {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2/1 3/2/1 -1//2\n"};
}

std::vector<std::string> fresh_mesh_ply() {
  const std::string elements =
      "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 4\nproperty list uchar int vertex_indices\nend_header\n";
  BinaryWriter body;
  for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f}) body.put(x);
  const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  for (const auto& face : faces) {
    body.put<unsigned char>(3);
    for (const int corner : face) body.put(corner);
  }
  return {"ply\nformat ascii 1.0\n" + elements +
              "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
          "ply\nformat binary_little_endian 1.0\n" + elements + body.buffer()};
}

std::vector<std::string> fresh_stl() {
  const char* corner[4] = {"0 0 0", "1 0 0", "0 1 0", "0 0 1"};
  const float x[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::string text = "solid\n";
  BinaryWriter binary;
  binary.bytes(std::string(80, ' ').data(), 80);
  binary.put<std::uint32_t>(4);
  const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  for (const auto& face : faces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int i : face) text += std::string("vertex ") + corner[i] + "\n";
    text += "endloop\nendfacet\n";
    for (int k = 0; k < 3; ++k) binary.put(0.0f);
    for (const int i : face) binary.bytes(x[i], sizeof x[i]);
    binary.put<std::uint16_t>(0);
  }
  return {text + "endsolid\n", binary.buffer()};
}

/// Frames: complaints name the file; columns are of one length; what was read is written and read alike.
bool accepts_frame(std::string_view bytes) {
  PointCloud cloud;
  try {
    cloud = parse_ply(bytes, kFrameName);
  } catch (const InputError& error) {
    promise(std::string(error.what()).rfind(kFrameName, 0) == 0, error.what());
    return false;
  }
  for (const PointProperty& property : cloud.properties)
    promise(property.values.size() == cloud.count(), "columns of different lengths");
  const std::string written = to_ply(cloud);
  promise(to_ply(parse_ply(written, kFrameName)) == written, "a frame changed by being written and read");
  return true;
}

Simulation tiny_simulation() { return Simulation(read_scene_text(tiny_scene(), kSceneName)); }

std::vector<std::string> fresh_frames() { return {to_ply(frame_cloud(tiny_simulation()))}; }

std::string state_of(const Simulation& simulation) {
  BinaryWriter out;
  simulation.save(out);
  return out.buffer();
}

/// States: the payload behind a checkpoint's checksum. What is accepted is saved again as the same bytes.
bool accepts_state(std::string_view bytes) {
  Simulation simulation = tiny_simulation();
  BinaryReader in(bytes);
  try {
    simulation.load(in);
  } catch (const InputError& error) {
    promise(*error.what() != '\0', "a complaint without words");
    return false;
  }
  promise(state_of(simulation) == bytes, "a state changed by being loaded");
  return true;
}

std::vector<std::string> fresh_states() {
  Simulation simulation = tiny_simulation();
  std::vector<std::string> states = {state_of(simulation)};
  for (int n = 0; n < 2; ++n) simulation.step();
  states.push_back(state_of(simulation));
  return states;
}

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {{"scene", 4096, accepts_scene, fresh_scenes},
                                          {"state", 8192, accepts_state, fresh_states},
                                          {"mesh_obj", 1024, accepts_mesh<parse_obj>, fresh_obj},
                                          {"mesh_ply", 1024, accepts_mesh<parse_ply>, fresh_mesh_ply},
                                          {"mesh_stl", 1024, accepts_mesh<parse_stl>, fresh_stl},
                                          {"frame_ply", 2048, accepts_frame, fresh_frames}};
  return all;
}

std::vector<std::string> scene_words() {
  std::set<std::string> words = {"true", "false", "inf", "nan", "[[", "]]", "sin(", "pi"};
  for (const std::string& path : scene_key_paths())
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = path.find('.', begin);
      words.insert(path.substr(begin, end == std::string::npos ? end : end - begin));
    }
  return {words.begin(), words.end()};
}

}  // namespace froth::fuzz

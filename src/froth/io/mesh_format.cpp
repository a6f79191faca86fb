// SPDX-License-Identifier: Apache-2.0
#include <froth/io/mesh_format.h>

namespace froth {

const std::vector<MeshFormat>& mesh_formats() {
  static const std::vector<MeshFormat> formats = {{"ply", "meshes", "ply"}, {"obj", "meshes", "obj"},
                                                  {"glb", "meshes", "glb"}, {"vdb", "level_sets", "vdb"},
                                                  {"fog", "fog", "vdb"},    {"vtu", "meshes", "vtu"}};
  return formats;
}

std::vector<std::string> mesh_format_names() {
  std::vector<std::string> names;
  for (const MeshFormat& format : mesh_formats()) names.push_back(format.name);
  return names;
}

const MeshFormat* find_mesh_format(const std::string& name) {
  for (const MeshFormat& format : mesh_formats())
    if (format.name == name) return &format;
  return nullptr;
}

}  // namespace froth

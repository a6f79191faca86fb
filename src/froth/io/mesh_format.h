// SPDX-License-Identifier: Apache-2.0
// The formats in which surfaces of frames are written.
#pragma once

#include <string>
#include <vector>

namespace froth {

struct MeshFormat {
  std::string name;            ///< in scenes and on the command line
  std::string folder, ending;  ///< of its files
};

const std::vector<MeshFormat>& mesh_formats();
std::vector<std::string> mesh_format_names();
/// Null where there is no such format.
const MeshFormat* find_mesh_format(const std::string& name);

}  // namespace froth

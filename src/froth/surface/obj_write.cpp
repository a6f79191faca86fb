// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>

#include <froth/surface/mesh_writers.h>

namespace froth {

namespace {

/// Names of OBJ end at the first space.
std::string one_word(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isspace(c) != 0; }, '_');
  return name;
}

}  // namespace

std::string to_obj(const std::vector<BodySkin>& skins, const FrameStamp& stamp) {
  std::string text = fmt::format("# froth frame {} time {}\n", stamp.frame, stamp.time);
  const auto out = std::back_inserter(text);
  std::size_t first = 1;  // OBJ counts from 1, over all groups
  for (const BodySkin& skin : skins) {
    const SurfaceMesh& mesh = skin.mesh;
    fmt::format_to(out, "o {0}\ng {0}\n", one_word(mesh.name));
    for (const Vec3<float>& x : mesh.x) fmt::format_to(out, "v {} {} {}\n", x[0], x[1], x[2]);
    for (const Vec3<float>& n : mesh.normal) fmt::format_to(out, "vn {} {} {}\n", n[0], n[1], n[2]);
    for (const Vec3<std::uint32_t>& t : mesh.triangles)
      fmt::format_to(out, "f {0}//{0} {1}//{1} {2}//{2}\n", first + t[0], first + t[1], first + t[2]);
    first += mesh.x.size();
  }
  return text;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The table output.mesh: what it says, and what it must not.
#include "broken_rows.h"

namespace froth {

namespace {

/// A row that puts keys of the table before the last tables of the sample: its first key is on line 47.
Broken keys(const std::string& text, const char* place, const std::vector<std::string>& words) {
  return {"[quality.smoke]", "[output.mesh]\n" + text + "\n[quality.smoke]", place, words};
}

}  // namespace

// Oracle: places counted by hand in the sample, whose line 46 the table begins.
TEST_CASE("surfaces that make no sense") {
  check_all({
      keys("voxels = 1", "47:1", {"output.mesh", "\"voxels\"", "did you mean \"voxel\"?"}),
      keys("voxel = 0", "47:9", {"voxel must be"}),
      keys("smoothing = -1", "47:13", {"smoothing must be between 0 and 100"}),
      keys("adaptivity = 2", "47:14", {"adaptivity must be between 0 and 1"}),
      keys("method = \"spehres\"", "47:10", {"output.mesh.method", "did you mean \"spheres\"?"}),
      keys("formats = [\"stl\"]", "47:12", {"ply, obj, glb, vdb, fog", "\"stl\""}),
      keys("join = [\"all\", \"body_0, colum\"]", "47:8", {"body \"colum\"", "did you mean \"column\"?"}),
      keys("join = [\"column\", \"body_0, column\"]", "47:8", {"output.mesh.join", "\"column\" twice"}),
      keys("join = [\"all\", \"column\"]", "47:8", {"output.mesh.join", "\"column\" twice"}),
      keys("formats = []", "47:11", {"output.mesh.formats is empty", "ply, obj, glb, vdb, fog"}),
      keys("attributes = [\"J\"]", "47:14", {"\"J\"", "add it to output.attributes"}),
      keys("cut = \"z\"", "47:7", {"\"z\" is no plane", "z=0.1"}),
      keys("enabled = 1", "47:11", {"enabled", "true or false"}),
  });
  const std::string planar =
      "[scene]\ndimension = 2\nend_time = 1\nframe_rate = 10\n[solver]\ncell_size = 0.1\n"
      "[materials.a]\nmodel = \"neo_hookean\"\ndensity = 1\nyoungs_modulus = 1\n[output.mesh]\nvoxel = 1\n";
  CHECK(complaint(planar).find("\"mesh\" is for scenes of dimension 3 only") != std::string::npos);
}

// Oracle: the text of the scene.
TEST_CASE("a scene says how its surfaces are made") {
  CHECK(!read_sample(kSample).output.mesh.is_on);
  const Scene scene =
      read_sample(sample_with("[quality.smoke]",
                              "[output]\nattributes = [\"J\"]\nmesh = { voxel = 0.7, formats = "
                              "[\"glb\"], join = [\"body_0, column\"], attributes = [\"J\", "
                              "\"radius\"], cut = \"x>0.3\" }\n[quality.smoke]"));
  const MeshView& mesh = scene.output.mesh;
  CHECK(mesh.is_on);
  CHECK(mesh.voxel == 0.7);
  CHECK(mesh.method == "auto");
  CHECK(mesh.formats == std::vector<std::string>{"glb"});
  CHECK(names_of_group(mesh.join[0]) == std::vector<std::string>{"body_0", "column"});
  CHECK(mesh.attributes.size() == 2);
  CHECK(mesh.cut == "x>0.3");
  CHECK(!read_sample(sample_with("[quality.smoke]", "[output.mesh]\nenabled = false\n[quality.smoke]"))
             .output.mesh.is_on);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/run_folder.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {

namespace fs = std::filesystem;

std::string RunFolder::frame(int number) const {
  return fmt::format("{}/frame_{:04d}.ply", particles(), number);
}
std::string RunFolder::picture(int number) const {
  return fmt::format("{}/frame_{:04d}.png", pictures(), number);
}

std::string RunFolder::frame(const PointFormat& format, int number) const {
  return fmt::format("{}/frame_{:04d}.{}", frames_of(format), number, format.name);
}
std::string RunFolder::mesh(const MeshFormat& format, int number) const {
  return fmt::format("{}/frame_{:04d}.{}", meshes_of(format), number, format.ending);
}
std::string RunFolder::mesh_record(const MeshFormat& format) const {
  return fmt::format("{}/record_{}.json", meshes_of(format), format.name);
}
std::string RunFolder::collection() const { return frames_of(*find_point_format("vtp")) + "/particles.pvd"; }

namespace {

/// Numbers of the frames in a folder, ascending.
std::vector<int> frame_numbers(const std::string& folder, const std::string& ending) {
  std::vector<int> numbers;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().stem().string();
    int number = 0;
    if (entry.path().extension() != ending || name.rfind("frame_", 0) != 0) continue;
    const auto [end, problem] = std::from_chars(name.data() + 6, name.data() + name.size(), number);
    if (problem == std::errc() && end == name.data() + name.size()) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Whether a file has this ending, or is what a killed write of such a file has left: "NAME.ply.tmp" or
/// "NAME.ply.PID-NUMBER.tmp".
bool ends_as(std::string name, const std::string& ending) {
  if (name.ends_with(".tmp")) {
    name.resize(name.size() - 4);
    const std::size_t own = name.find_last_not_of("0123456789-");
    if (own != std::string::npos && name[own] == '.' && name.substr(0, own).ends_with(ending)) return true;
  }
  return name.ends_with(ending);
}

}  // namespace

std::vector<int> RunFolder::frames() const { return frame_numbers(particles(), ".ply"); }

void RunFolder::remove_frames_after(int last) const {
  for (const int number : frames())
    if (number > last) fs::remove(frame(number));
  for (const int number : frame_numbers(pictures(), ".png"))
    if (number > last) fs::remove(picture(number));
  for (const PointFormat& format : point_formats())
    for (const int number : frame_numbers(frames_of(format), "." + format.name))
      if (number > last) fs::remove(frame(format, number));
  for (const MeshFormat& format : mesh_formats())
    for (const int number : frame_numbers(meshes_of(format), "." + format.ending))
      if (number > last) fs::remove(mesh(format, number));
}

std::vector<std::string> RunFolder::run_files() const {
  std::vector<std::string> found;
  const auto find_matching = [&](const std::string& folder, const std::string& start,
                                 const std::string& end) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      if (name.rfind(start, 0) == 0 && ends_as(name, end)) found.push_back(entry.path().string());
    }
  };
  find_matching(particles(), "frame_", ".ply");
  find_matching(checkpoints(), "step_", ".froth");
  find_matching(pictures(), "frame_", ".png");
  find_matching(labelled_pictures(), "frame_", ".png");
  find_matching(turntable(), "frame_", ".png");
  for (const PointFormat& format : point_formats())
    find_matching(frames_of(format), "frame_", "." + format.name);
  for (const MeshFormat& format : mesh_formats()) {
    find_matching(meshes_of(format), "frame_", "." + format.ending);
    find_matching(meshes_of(format), "record_" + format.name, ".json");
  }
  find_matching(frames_of(*find_point_format("vtp")), "particles", ".pvd");
  for (const std::string& file : {scene(), view(), view_samples(), report(), ledger(), log(),
                                  picture_record(), movie(), plot(), turntable_movie()})
    if (fs::exists(file)) found.push_back(file);
  return found;
}

void RunFolder::clear() const {
  for (const std::string& file : run_files()) fs::remove(file);
}

RunView view_of_run(const std::string& path) {
  const RunFolder folder{path};
  if (fs::exists(folder.view())) return read_run_view(folder.view(), folder.view_samples());
  if (fs::exists(folder.report()))
    throw InputError(
        path +
        " has no view.json, so an earlier froth ran it; run the scene again, or look at it with the "
        "froth that its run.json names");
  throw InputError(path + " is not the folder of a run (it has no view.json); run a scene first");
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Layout: magic, format number, length and checksum of the payload, payload.
#include <froth/sim/checkpoint.h>

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <xxhash.h>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/version.h>

namespace froth {

namespace fs = std::filesystem;

namespace {

constexpr char kMagic[8] = {'F', 'R', 'O', 'T', 'H', 'C', 'K', 'P'};
constexpr std::uint32_t kFormat = 1;
constexpr std::size_t kHeaderBytes = sizeof(kMagic) + sizeof(kFormat) + 2 * sizeof(std::uint64_t);

std::vector<fs::path> checkpoints_newest_first(const std::string& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".froth") found.push_back(entry.path());
  std::sort(found.rbegin(), found.rend());  // names carry the step with leading zeros
  return found;
}

/// The payload of an intact checkpoint; nothing for a damaged one.
std::optional<std::string_view> intact_payload(std::string_view content) {
  if (content.size() < kHeaderBytes) return std::nullopt;
  BinaryReader header(content.substr(0, kHeaderBytes));
  char magic[sizeof(kMagic)];
  header.bytes(magic, sizeof(magic));
  const bool is_ours =
      std::equal(magic, magic + sizeof(magic), kMagic) && header.get<std::uint32_t>() == kFormat;
  const auto size = header.get<std::uint64_t>(), sum = header.get<std::uint64_t>();
  const std::string_view payload = content.substr(kHeaderBytes);
  if (!is_ours || payload.size() != size || XXH3_64bits(payload.data(), payload.size()) != sum)
    return std::nullopt;
  return payload;
}

CheckpointInfo read_payload(std::string_view payload, const std::string& path, Simulation& simulation) {
  BinaryReader in(payload);
  const std::string version = in.text();
  if (version != kVersion)
    throw InputError(fmt::format("{} was written by froth {}, this is {}; start over with --overwrite", path,
                                 version, kVersion));
  CheckpointInfo info;
  info.scene_digest = in.get<std::uint64_t>();
  info.ledger_bytes = in.get<std::uint64_t>();
  if (info.scene_digest != scene_digest(simulation.scene()))
    throw InputError(
        path +
        " belongs to another scene or other settings; use the scene.toml beside it, choose another "
        "folder with --out, or start over with --overwrite");
  simulation.load(in);
  return info;
}

}  // namespace

std::uint64_t scene_digest(const Scene& scene) {
  std::istringstream lines(scene.resolved_text);
  std::string state, line;
  for (bool in_render = false; std::getline(lines, line);) {
    if (line.rfind('[', 0) == 0) in_render = line.rfind("[render", 0) == 0;
    const bool is_free = in_render || line.rfind("end_time", 0) == 0 || line.rfind("formats", 0) == 0;
    if (!is_free) state += line + '\n';
  }
  return XXH3_64bits(state.data(), state.size());
}

void write_checkpoint(const std::string& folder, const Simulation& simulation, const CheckpointInfo& info) {
  BinaryWriter payload;
  payload.text(kVersion);
  payload.put(info.scene_digest);
  payload.put(info.ledger_bytes);
  simulation.save(payload);

  BinaryWriter file;
  file.bytes(kMagic, sizeof(kMagic));
  file.put(kFormat);
  file.put<std::uint64_t>(payload.buffer().size());
  file.put<std::uint64_t>(XXH3_64bits(payload.buffer().data(), payload.buffer().size()));
  file.bytes(payload.buffer().data(), payload.buffer().size());
  write_file(fmt::format("{}/step_{:010d}.froth", folder, simulation.progress().step), file.buffer());

  const std::vector<fs::path> all = checkpoints_newest_first(folder);
  for (std::size_t k = 2; k < all.size(); ++k) fs::remove(all[k]);
}

std::optional<LoadedCheckpoint> load_newest_checkpoint(const std::string& folder, Simulation& simulation) {
  LoadedCheckpoint found;
  const std::vector<fs::path> all = checkpoints_newest_first(folder);
  if (all.empty()) return std::nullopt;
  for (const fs::path& path : all) {
    const std::string content = read_file(path.string());
    if (const auto payload = intact_payload(content)) {
      found.path = path.string();
      found.info = read_payload(*payload, found.path, simulation);
      return found;
    }
    found.damaged.push_back(path.string());
  }
  throw InputError(
      fmt::format("every checkpoint in {} is damaged or cut off; start over with --overwrite", folder));
}

}  // namespace froth

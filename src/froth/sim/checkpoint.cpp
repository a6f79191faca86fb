// SPDX-License-Identifier: Apache-2.0
// Layout of the file: magic and format number; the sections "run" (what belongs to the state), "scene" (keys
// that decide the state and their values), "layout" (the form of the state, BinaryWriter::layout_of), "state"
// with the sections of the simulation; a checksum of all bytes before it.
#include <froth/sim/checkpoint.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>
#include <xxhash.h>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/scene/physics_keys.h>

namespace froth {

namespace fs = std::filesystem;

namespace {

constexpr char kMagic[8] = {'F', 'R', 'O', 'T', 'H', 'C', 'K', 'P'};
constexpr std::uint32_t kFormat = 2;
constexpr std::uint64_t kHeadBytes = sizeof(kMagic) + sizeof(kFormat), kSumBytes = sizeof(std::uint64_t);
/// Read and written at once: enough to hide a call, nothing beside a state.
constexpr std::size_t kBufferBytes = std::size_t(1) << 20;

class Checksum {
 public:
  Checksum() : state_(XXH3_createState()) { XXH3_64bits_reset(state_); }
  ~Checksum() { XXH3_freeState(state_); }
  Checksum(const Checksum&) = delete;
  Checksum& operator=(const Checksum&) = delete;
  void add(std::string_view bytes) { XXH3_64bits_update(state_, bytes.data(), bytes.size()); }
  std::uint64_t value() const { return XXH3_64bits_digest(state_); }

 private:
  XXH3_state_t* state_;
};

/// A file that ends with the checksum of its bytes.
class SummedFile : public ByteSink {
 public:
  explicit SummedFile(const std::string& path) : file_(path) { buffer_.reserve(kBufferBytes); }

  void write(const void* data, std::size_t size) override {
    const std::string_view bytes(static_cast<const char*>(data), size);
    if (buffer_.size() + size > kBufferBytes) flush();
    if (size < kBufferBytes) {
      buffer_ += bytes;
      return;
    }
    sum_.add(bytes);  // a whole plane: straight from where it is
    file_.write(bytes);
  }
  void close() {
    flush();
    const std::uint64_t sum = sum_.value();
    file_.write({reinterpret_cast<const char*>(&sum), sizeof(sum)});
    file_.close();
  }

 private:
  void flush() {
    sum_.add(buffer_);
    file_.write(buffer_);
    buffer_.clear();
  }

  WholeFile file_;
  Checksum sum_;
  std::string buffer_;
};

class OpenFile : public ByteSource {
 public:
  explicit OpenFile(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    if (!file_) throw InputError("cannot read " + path);
  }
  void read(void* to, std::size_t size) override {
    file_.read(static_cast<char*>(to), static_cast<std::streamsize>(size));
    if (!file_) throw InputError("cannot read " + path_);
  }

 private:
  std::string path_;
  std::ifstream file_;
};

std::string path_of(const std::string& folder, std::int64_t step) {
  return fmt::format("{}/step_{:010d}.froth", folder, step);
}

std::vector<fs::path> checkpoints_newest_first(const std::string& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".froth") found.push_back(entry.path());
  std::sort(found.rbegin(), found.rend());  // names carry the step with leading zeros
  return found;
}

/// Whether the bytes of a file are those that were written.
bool is_intact(const std::string& path) {
  const std::uint64_t size = fs::file_size(path);
  if (size < kHeadBytes + kSumBytes) return false;
  OpenFile file(path);
  Checksum sum;
  std::string buffer;
  for (std::uint64_t left = size - kSumBytes; left > 0; left -= buffer.size()) {
    buffer.resize(std::min<std::uint64_t>(left, kBufferBytes));
    file.read(buffer.data(), buffer.size());
    sum.add(buffer);
  }
  std::uint64_t written = 0;
  file.read(&written, sizeof(written));
  return written == sum.value();
}

/// The number of the format in the first bytes of a file; 0 where it is no checkpoint.
std::uint32_t format_of(const std::string& path) {
  if (fs::file_size(path) < kHeadBytes) return 0;
  OpenFile file(path);
  char magic[sizeof(kMagic)];
  std::uint32_t format = 0;
  file.read(magic, sizeof(magic));
  file.read(&format, sizeof(format));
  return std::equal(magic, magic + sizeof(magic), kMagic) ? format : 0;
}

using PhysicsKeys = std::vector<std::pair<std::string, std::string>>;

void save_keys(const PhysicsKeys& keys, BinaryWriter& out) {
  out.put<std::uint64_t>(keys.size());
  for (const auto& [key, value] : keys) out.text(key), out.text(value);
}
PhysicsKeys load_keys(BinaryReader& in) {
  PhysicsKeys keys;
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
    std::string key = in.text();
    keys.emplace_back(std::move(key), in.text());
  }
  return keys;
}

/// The same text, or the same number in other digits.
bool is_same(const std::string& a, const std::string& b) {
  const auto number = [](const std::string& text) -> std::optional<double> {
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
  };
  return a == b || (number(a) && number(a) == number(b));
}

/// "materials.jelly.density was 900.0 and is now 1000.0", with the number of further keys that differ.
std::string keys_difference(const PhysicsKeys& before, const PhysicsKeys& now) {
  const std::map<std::string, std::string> a(before.begin(), before.end()), b(now.begin(), now.end());
  std::vector<std::string> all;
  for (const auto& [key, value] : a) {
    const auto found = b.find(key);
    if (found == b.end() || !is_same(found->second, value))
      all.push_back(
          fmt::format("{} was {} and is now {}", key, value, found == b.end() ? "left out" : found->second));
  }
  for (const auto& [key, value] : b)
    if (!a.contains(key)) all.push_back(fmt::format("{} was left out and is now {}", key, value));
  if (all.size() < 2) return all.empty() ? "" : all[0];
  return fmt::format("{} (and {} more)", all[0], all.size() - 1);
}

/// Takes out the keys that only set the length of steps.
PhysicsKeys take_step_keys(PhysicsKeys& keys) {
  const auto is_other = [](const auto& key) {
    return key.first != "solver.dt" && key.first != "solver.max_dt" && key.first != "solver.cfl";
  };
  const auto first = std::stable_partition(keys.begin(), keys.end(), is_other);
  PhysicsKeys taken(first, keys.end());
  keys.erase(first, keys.end());
  return taken;
}

std::string layout_of(const Simulation& simulation) {
  return BinaryWriter::layout_of([&](BinaryWriter& out) { simulation.save(out); });
}

/// The lines of a layout: sections to their content.
std::map<std::string, std::string> sections_of(const std::string& layout) {
  std::map<std::string, std::string> sections;
  std::istringstream lines(layout);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.rfind(':');
    sections[line.substr(0, colon)] = line.substr(colon == std::string::npos ? line.size() : colon + 1);
  }
  return sections;
}

/// What is not alike in two layouts, in words; empty where nothing is.
std::string layout_difference(const std::string& saved, const std::string& expected) {
  const auto a = sections_of(saved), b = sections_of(expected);
  for (const auto& [name, content] : a) {
    const auto found = b.find(name);
    if (found == b.end()) return fmt::format("it has a section \"{}\" that this froth does not know", name);
    if (found->second != content)
      return fmt::format("section \"{}\" has{} and should have{}", name, content, found->second);
  }
  for (const auto& [name, content] : b)
    if (!a.contains(name)) return fmt::format("it has no section \"{}\"", name);
  return saved == expected ? "" : "its sections are in another order";
}

/// Loads an intact checkpoint of this scene and this layout; refuses any other in one sentence.
LoadedCheckpoint load_checkpoint(const std::string& path, Simulation& simulation) {
  OpenFile file(path);
  BinaryReader in(file, fs::file_size(path) - kSumBytes);
  char head[kHeadBytes];
  in.bytes(head, sizeof(head));
  LoadedCheckpoint loaded{path, {}, {}, {}};
  PhysicsKeys keys, now = physics_keys(simulation.scene());
  std::string layout;
  in.section("run", [&](BinaryReader& from) { loaded.info.ledger_bytes = from.get<std::uint64_t>(); });
  in.section("scene", [&](BinaryReader& from) { keys = load_keys(from); });
  loaded.other_steps = keys_difference(take_step_keys(keys), take_step_keys(now));
  const std::string changed = keys_difference(keys, now);
  if (!changed.empty())
    throw InputError(
        fmt::format("{} belongs to another scene or other settings: {}; use the scene.toml "
                    "beside it, choose another folder with --out, or start over with --overwrite",
                    path, changed));
  in.section("layout", [&](BinaryReader& from) { layout = from.text(); });
  const std::string unlike = layout_difference(layout, layout_of(simulation));
  if (!unlike.empty())
    throw InputError(
        fmt::format("{} was written by another version of froth: {}; start over with "
                    "--overwrite",
                    path, unlike));
  in.section("state", [&](BinaryReader& from) { simulation.load(from); });
  in.refuse_more();
  return loaded;
}

}  // namespace

std::string physics_difference(const Scene& before, const Scene& now) {
  return keys_difference(physics_keys(before), physics_keys(now));
}

void write_checkpoint(const std::string& folder, const Simulation& simulation, const CheckpointInfo& info) {
  const std::int64_t step = simulation.progress().step, frame_step = simulation.progress().frame_step;
  SummedFile file(path_of(folder, step));
  BinaryWriter out(file);
  out.bytes(kMagic, sizeof(kMagic));
  out.put(kFormat);
  out.section("run", [&](BinaryWriter& to) { to.put(info.ledger_bytes); });
  const PhysicsKeys keys = physics_keys(simulation.scene());
  out.section("scene", [&](BinaryWriter& to) { save_keys(keys, to); });
  const std::string layout = layout_of(simulation);
  out.section("layout", [&](BinaryWriter& to) { to.text(layout); });
  out.section("state", [&](BinaryWriter& to) { simulation.save(to); });
  file.close();

  const std::vector<fs::path> all = checkpoints_newest_first(folder);
  const fs::path last_frame = path_of(folder, frame_step);
  const fs::path sound = path_of(folder, simulation.progress().sound_step);
  for (std::size_t k = 2; k < all.size(); ++k)
    if (all[k].filename() != last_frame.filename() && all[k].filename() != sound.filename())
      fs::remove(all[k]);
}

std::optional<LoadedCheckpoint> load_newest_checkpoint(const std::string& folder, Simulation& simulation) {
  LoadedCheckpoint found;
  const std::vector<fs::path> all = checkpoints_newest_first(folder);
  if (all.empty()) return std::nullopt;
  for (const fs::path& path : all) {
    found.path = path.string();
    const std::uint32_t format = format_of(found.path);
    if (format == kFormat && is_intact(found.path)) {
      LoadedCheckpoint loaded = load_checkpoint(found.path, simulation);
      loaded.damaged = std::move(found.damaged);
      return loaded;
    }
    if (format > 0 && format < kFormat)
      throw InputError(
          fmt::format("{} was written by an older froth, in format {} where this one reads {}; "
                      "start over with --overwrite",
                      found.path, format, kFormat));
    found.damaged.push_back(found.path);
  }
  throw InputError(
      fmt::format("every checkpoint in {} is damaged or cut off; start over with --overwrite", folder));
}

CheckpointInfo load_frame_checkpoint(const std::string& folder, Simulation& simulation) {
  const std::string path = path_of(folder, simulation.progress().frame_step);
  if (!fs::exists(path) || !is_intact(path))
    throw InputError("cannot go back to frame " + std::to_string(simulation.progress().frame) + ": " + path +
                     " is gone or damaged");
  const CheckpointInfo info = load_checkpoint(path, simulation).info;
  drop_checkpoints_after(folder, simulation.progress().step);  // of steps that are given up
  return info;
}

void drop_checkpoints_after(const std::string& folder, std::int64_t step) {
  const fs::path last = path_of(folder, step);
  for (const fs::path& later : checkpoints_newest_first(folder))
    if (later.filename() > last.filename()) fs::remove(later);
}

}  // namespace froth

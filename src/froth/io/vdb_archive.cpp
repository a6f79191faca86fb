// SPDX-License-Identifier: Apache-2.0
#include <froth/io/vdb_archive.h>

#include <cctype>
#include <fmt/format.h>
#include <sstream>
#include <xxhash.h>

#include <froth/base/error.h>

namespace froth {

namespace {

/// Writes with a table of offsets into memory, which the library's own classes do for files only: with it a
/// reader can list the grids of a file without loading them.
class MemoryArchive : public openvdb::io::Archive {
 public:
  std::string bytes(const openvdb::GridPtrVec& grids) const {
    std::ostringstream out(std::ios::binary);
    write(out, grids, true);
    return std::move(out).str();
  }
};

void replace_random_identity(std::string& file) {
  constexpr std::size_t at = 21, length = 36;  // behind magic number, three versions and a flag
  const auto is_identity = [&](std::size_t k) {
    const bool is_dash = k == 8 || k == 13 || k == 18 || k == 23;
    return is_dash ? file[at + k] == '-' : std::isxdigit(static_cast<unsigned char>(file[at + k])) != 0;
  };
  FROTH_CHECK(file.size() > at + length, "a VDB file without a header");
  for (std::size_t k = 0; k < length; ++k) FROTH_CHECK(is_identity(k), "the header of VDB files has changed");
  const XXH128_hash_t hash = XXH3_128bits(file.data() + at + length, file.size() - at - length);
  const std::string digits = fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  for (std::size_t k = 0, digit = 0; k < length; ++k)
    if (file[at + k] != '-') file[at + k] = digits[digit++];
}

}  // namespace

std::string vdb_bytes(const openvdb::GridPtrVec& grids) {
  std::string file = MemoryArchive().bytes(grids);
  replace_random_identity(file);
  return file;
}

}  // namespace froth

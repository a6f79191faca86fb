// SPDX-License-Identifier: Apache-2.0
// Byte buffers for saved states: numbers in the machine's own order, strings and arrays with their length.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include <froth/base/error.h>

namespace froth {

class BinaryWriter {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& value) { bytes(&value, sizeof(T)); }
  void text(std::string_view s) {
    put<std::uint64_t>(s.size());
    bytes(s.data(), s.size());
  }
  void bytes(const void* data, std::size_t size) { buffer_.append(static_cast<const char*>(data), size); }
  const std::string& buffer() const { return buffer_; }

 private:
  std::string buffer_;
};

/// Reads what a BinaryWriter wrote; running past the end is an InputError, never a crash.
class BinaryReader {
 public:
  explicit BinaryReader(std::string_view data) : data_(data) {}

  template <class T>
    requires std::is_trivially_copyable_v<T> T get() {
      T value;
      bytes(&value, sizeof(T));
      return value;
    }
  std::string text() {
    const auto size = get<std::uint64_t>();
    if (size > data_.size()) fail();
    std::string s(data_.substr(0, size));
    data_.remove_prefix(size);
    return s;
  }
  void bytes(void* to, std::size_t size) {
    if (size > data_.size()) fail();
    if (size == 0) return;  // then `to` may be null, which memcpy does not allow
    std::memcpy(to, data_.data(), size);
    data_.remove_prefix(size);
  }
  bool at_end() const { return data_.empty(); }
  /// Throws where fewer than `count` items of `size` bytes are left: ask before making room for them.
  void need(std::uint64_t count, std::size_t size) const {
    if (count > data_.size() / size) fail();
  }

 private:
  [[noreturn]] static void fail() { throw InputError("the saved state ends too early"); }
  std::string_view data_;
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Saved states as bytes: numbers in the machine's own order, texts with their length, and named sections with
// their name and size. A writer holds the bytes or passes them on, so that a state needs no second copy.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include <froth/base/error.h>

namespace froth {

/// Where bytes go.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(const void* data, std::size_t size) = 0;
};

/// Where they come from. Whoever reads knows how many there are.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual void read(void* to, std::size_t size) = 0;
};

class BinaryWriter {
 public:
  /// Into buffer().
  BinaryWriter() = default;
  explicit BinaryWriter(ByteSink& sink) : kind_(Kind::Sink), sink_(&sink) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    if (kind_ == Kind::Layout) return describe(value);
    write(&value, sizeof(T));
  }
  /// Texts are names: they belong to the layout.
  void text(std::string_view s) {
    if (kind_ == Kind::Layout) return word("\"", s, "\"");
    put<std::uint64_t>(s.size());
    write(s.data(), s.size());
  }
  /// An array whose length is written apart.
  void bytes(const void* data, std::size_t size) {
    if (kind_ == Kind::Layout) return word("array");
    write(data, size);
  }
  /// What `write` writes, behind its name and size. It is called twice, the first time to count.
  template <class Write>
  void section(std::string_view name, const Write& write_content) {
    if (kind_ == Kind::Layout) return describe_section(name, write_content);
    BinaryWriter counted(Kind::Count);
    write_content(counted);
    text(name);
    put(counted.count_);
    write_content(*this);
  }

  const std::string& buffer() const { return buffer_; }

  /// Bytes that `write` writes.
  template <class Write>
  static std::uint64_t size_of(const Write& write_content) {
    BinaryWriter counted(Kind::Count);
    write_content(counted);
    return counted.count_;
  }
  /// The form of what `write` writes: a line for each section, with its name, the types of its numbers, the
  /// values of its texts and enumerators. States of one scene have one layout, whatever is in them.
  template <class Write>
  static std::string layout_of(const Write& write_content) {
    BinaryWriter out(Kind::Layout);
    write_content(out);
    return out.buffer_;
  }

 private:
  enum class Kind : unsigned char { Buffer, Sink, Count, Layout };
  explicit BinaryWriter(Kind kind) : kind_(kind) {}

  void write(const void* data, std::size_t size) {
    count_ += size;
    if (kind_ == Kind::Sink) sink_->write(data, size);
    if (kind_ == Kind::Buffer) buffer_.append(static_cast<const char*>(data), size);
  }
  void word(std::string_view first, std::string_view second = {}, std::string_view third = {}) {
    buffer_.append(" ").append(first).append(second).append(third);
  }
  template <class T>
  void describe(const T& value) {
    if constexpr (std::is_enum_v<T>)
      word("#", std::to_string(static_cast<long long>(value)));
    else if constexpr (std::is_arithmetic_v<T>)
      word(std::is_floating_point_v<T> ? "float"
           : std::is_signed_v<T>       ? "int"
                                       : "uint",
           std::to_string(8 * sizeof(T)));
    else
      word("struct", std::to_string(8 * sizeof(T)));
  }
  template <class Write>
  void describe_section(std::string_view name, const Write& write_content) {
    const std::string outer = path_;
    path_.append(path_.empty() ? "" : "/").append(name);
    buffer_.append(buffer_.empty() ? "" : "\n").append(path_).append(":");
    write_content(*this);
    path_ = outer;
  }

  Kind kind_ = Kind::Buffer;
  ByteSink* sink_ = nullptr;
  std::uint64_t count_ = 0;
  std::string buffer_, path_;
};

/// Reads what a BinaryWriter wrote; running past the end is an InputError, never a crash.
class BinaryReader {
 public:
  explicit BinaryReader(std::string_view data) : data_(data.data()), left_(data.size()) {}
  /// The next `size` bytes of a source.
  BinaryReader(ByteSource& source, std::uint64_t size) : source_(&source), left_(size) {}

  template <class T>
    requires std::is_trivially_copyable_v<T> T get() {
      T value;
      bytes(&value, sizeof(T));
      return value;
    }
  std::string text() {
    const auto size = get<std::uint64_t>();
    need(size, 1);
    std::string s(size, '\0');
    bytes(s.data(), size);
    return s;
  }
  void bytes(void* to, std::size_t size) {
    need(size, 1);
    if (size == 0) return;  // then `to` may be null, which memcpy does not allow
    if (source_ != nullptr)
      source_->read(to, size);
    else
      std::memcpy(to, data_, size), data_ += size;
    left_ -= size;
  }
  /// The section of that name, which must come next and be read to its end.
  template <class Read>
  void section(std::string_view name, const Read& read) {
    const std::string found = text();
    if (found != name)
      throw InputError("the saved state has a section \"" + found + "\" in place of \"" + std::string(name) +
                       "\"");
    const auto size = get<std::uint64_t>();
    need(size, 1);
    const std::uint64_t behind = left_ - size;
    left_ = size;
    read(*this);
    if (left_ != 0) throw InputError("section \"" + found + "\" of the saved state goes on behind its end");
    left_ = behind;
  }
  /// Throws where there is one more section.
  void refuse_more() {
    if (!at_end()) throw InputError("the saved state has an unknown section \"" + text() + "\"");
  }
  bool at_end() const { return left_ == 0; }
  /// Throws where fewer than `count` items of `size` bytes are left: ask before making room for them.
  void need(std::uint64_t count, std::size_t size) const {
    if (count > left_ / size) throw InputError("the saved state ends too early");
  }

 private:
  ByteSource* source_ = nullptr;
  const char* data_ = nullptr;  ///< without a source
  std::uint64_t left_;
};

}  // namespace froth

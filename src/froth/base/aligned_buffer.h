// SPDX-License-Identifier: Apache-2.0
// Raw memory aligned to a cache line, for arrays that vector code reads. Move-only.
#pragma once

#include <cstddef>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace froth {

class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t bytes) { resize(bytes); }
  ~AlignedBuffer() { std::free(block_); }
  AlignedBuffer(AlignedBuffer&& other) noexcept { swap(other); }
  AlignedBuffer& operator=(AlignedBuffer&& other) noexcept {
    swap(other);
    return *this;
  }

  void swap(AlignedBuffer& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(capacity_, other.capacity_);
  }

  /// Keeps the common prefix; new bytes are zero.
  void resize(std::size_t bytes) {
    // A buffer that grows will grow again: take half as much again at once.
    if (bytes > capacity_) grow(capacity_ == 0 ? bytes : std::max(bytes, capacity_ + capacity_ / 2));
    if (bytes > bytes_) std::memset(data_ + bytes_, 0, bytes - bytes_);
    bytes_ = bytes;
  }
  std::size_t bytes() const { return bytes_; }
  std::size_t capacity() const { return capacity_; }
  template <class T>
  T* as() {
    return reinterpret_cast<T*>(data_);
  }
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(data_);
  }

 private:
  void grow(std::size_t bytes);

  void* block_ = nullptr;  ///< what was allocated
  char* data_ = nullptr;   ///< where the content starts in it
  std::size_t bytes_ = 0, capacity_ = 0;
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/base/aligned_buffer.h>

#include <atomic>
#include <new>
#include <sys/mman.h>

namespace froth {

namespace {

constexpr std::size_t kLine = 64, kPage = 4096, kHugePage = std::size_t(1) << 21;
/// From this size on an allocator may take pages from the system for one buffer alone, which then starts
/// where a page does.
constexpr std::size_t kOwnPages = std::size_t(1) << 17;

/// Where in a page the next large buffer starts. A step walks some thirty planes side by side: if all began
/// at the same place of a page they would fight for the same few sets of the first-level cache. Buffers are
/// therefore shifted by two lines each against the one before.
std::size_t next_shift() {
  static std::atomic<std::size_t> count{0};
  return 2 * kLine * count++ % kPage;
}

}  // namespace

void AlignedBuffer::grow(std::size_t bytes) {
  const bool is_large = bytes >= kHugePage, starts_page = bytes >= kOwnPages;
  const std::size_t alignment = is_large ? kHugePage : kLine, shift = starts_page ? next_shift() : 0;
  const std::size_t rounded = (bytes + shift + alignment - 1) / alignment * alignment;
  void* block = std::aligned_alloc(alignment, rounded);
  if (block == nullptr) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  // With small pages thirty planes would wait for the page table. Only advice: it may be declined.
  if (is_large) ::madvise(block, rounded, MADV_HUGEPAGE);
#endif
  char* data = static_cast<char*>(block) + shift;
  if (bytes_ > 0) std::memcpy(data, data_, bytes_);
  std::free(block_);
  block_ = block;
  data_ = data;
  capacity_ = rounded - shift;
}

}  // namespace froth

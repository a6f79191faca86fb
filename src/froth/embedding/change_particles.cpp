// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/change_particles.h>

namespace froth {

namespace {

constexpr std::uint32_t kGone = ~0u;

/// The list of particle `from` without those that go, at its new slot.
void move_list(Neighborhoods& n, std::size_t from, std::size_t to, std::span<const std::uint32_t> slot) {
  NeighborVectors rest{};
  std::uint32_t names[kMostNeighbors];
  int kept = 0;
  for (int k = 0; k < n.count[from]; ++k) {
    const std::uint32_t name = slot[n.neighbor[from * kMostNeighbors + static_cast<std::size_t>(k)]];
    if (name == kGone) continue;
    rest.set(kept, n.rest[from][k]);
    names[kept++] = name;
  }
  n.rest[to] = rest;
  n.count[to] = static_cast<std::uint8_t>(kept);
  for (int k = 0; k < kMostNeighbors; ++k)
    n.neighbor[to * kMostNeighbors + static_cast<std::size_t>(k)] =
        k < kept ? names[k] : static_cast<std::uint32_t>(to);
}

}  // namespace

void remove_particles(EmbeddedBody& body, std::span<const std::uint8_t> goes) {
  const auto count = static_cast<std::size_t>(body.count());
  std::vector<std::uint32_t> slot(count, kGone);
  std::uint32_t kept = 0;
  for (std::size_t s = 0; s < count; ++s)
    if (goes[s] == 0) slot[s] = kept++;
  for_particle_columns(body, [&](auto& column) {
    for (std::size_t s = 0; s < count; ++s)
      if (slot[s] != kGone) column[slot[s]] = column[s];
    column.resize(kept);
  });
  // New slots are never behind old ones, so that lists move in place.
  for (std::size_t s = 0; s < count; ++s)
    if (slot[s] != kGone) move_list(body.near, s, slot[s], slot);
  body.near.resize(kept);
  for (std::uint32_t s = 0; s < kept; ++s)
    body.is_loose[s] = update_gradients(body.near, s, body.support[s]) ? 0 : 1;
  list_entries(body.near);
}

}  // namespace froth

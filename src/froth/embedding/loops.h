// SPDX-License-Identifier: Apache-2.0
// Loops over the particles of a body: chunks small enough that bodies of some thousand particles, each with
// its neighbours, keep all threads busy, and sums in the order of chunks.
#pragma once

#include <vector>

#include <froth/base/parallel.h>

namespace froth {

inline constexpr Index kParticleChunk = 128;

/// Calls `body(i)` for every particle.
template <class Body>
void for_each_particle(Index count, const Body& body) {
  parallel_chunks(count, kParticleChunk, [&](const Chunk& c) {
    for (Index i = c.begin; i < c.end; ++i) body(i);
  });
}

/// Folds `add(sum, i)` over all particles: sums of chunks, then their sum in chunk order.
template <class Sum, class Add>
Sum sum_particles(Index count, Sum zero, const Add& add) {
  std::vector<Sum> partial(static_cast<std::size_t>(chunk_count(count, kParticleChunk)), zero);
  parallel_chunks(count, kParticleChunk, [&](const Chunk& c) {
    Sum own = zero;
    for (Index i = c.begin; i < c.end; ++i) add(own, i);
    partial[static_cast<std::size_t>(c.number)] = own;
  });
  Sum total = zero;
  for (const Sum& part : partial) total += part;
  return total;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Particles that go: all columns and lists of a body without them. Links and the stresses of those who lost a
// neighbour are the caller's to renew.
#pragma once

#include <froth/embedding/body.h>

namespace froth {

/// Keeps the particles for which `goes` is zero, in their order.
void remove_particles(EmbeddedBody& body, std::span<const std::uint8_t> goes);

/// Calls `each(column)` for every column that has one row per particle, neighbourhoods left out. Columns that
/// are empty are skipped.
template <class Body, class Each>
void for_particle_columns(Body& b, const Each& each) {
  const auto one = [&](auto& column) {
    if (!column.empty()) each(column);
  };
  one(b.id), one(b.x), one(b.v), one(b.embedded), one(b.updated_at), one(b.force), one(b.mass);
  one(b.support), one(b.flowed), one(b.F), one(b.stress), one(b.is_loose), one(b.laws);
}

}  // namespace froth

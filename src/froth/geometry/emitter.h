// SPDX-License-Identifier: Apache-2.0
// Where and when new particles appear. A flowing emitter is a region through which a lattice of points moves
// at constant velocity for ever; a point becomes a particle shortly before it leaves the region. The flux is
// therefore exact, without clumps or gaps, and every batch is a pure function of its number. Lines along the
// velocity should cross the region once, and nowhere in less than half a spacing: where they leave it twice,
// points are emitted twice; where they only cut a corner of it, points may be missed. A filling
// emitter fills its whole region, once or again and again. Source: the fluxed sampling of [Fei2021], section
// 6, where points are drawn anew every step; here they are carried along.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <froth/geometry/sampling.h>

namespace froth {

enum class EmitterKind { Flow, Fill };

struct Emitter {
  EmitterKind kind = EmitterKind::Flow;
  Shape shape;
  Vec3<double> velocity{};                                         ///< [m/s]
  double start = 0;                                                ///< [s]
  double end = std::numeric_limits<double>::infinity();            ///< [s]
  double every = 0;                                                ///< between fillings [s]; 0: only one
  std::int64_t budget = std::numeric_limits<std::int64_t>::max();  ///< most particles in all
  LatticeSampling sampling{};

  /// Whether it emits at time t [s]. A filling emitter does so at instants only.
  bool is_flowing(double t) const { return kind == EmitterKind::Flow && t >= start && t < end; }
  /// When batch n is due [s]; empty where there is no such batch.
  std::optional<double> due(std::uint64_t batch) const;
  /// The points of batch n where they are at time t, in canonical order.
  std::vector<Vec3<double>> points(std::uint64_t batch, double t) const;
};

}  // namespace froth

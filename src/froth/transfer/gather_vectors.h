// SPDX-License-Identifier: Apache-2.0
// Vectors of nodes at particles that are vertices of something. Source: [Jiang2015], section 7.
#pragma once

#include <froth/transfer/transfer.h>

namespace froth {

/// Any vector per node to planes of the particles, by body; their C and velocity gradient become those of the
/// same field.
template <int Dim, class Real>
void gather_vectors(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
                    const std::vector<TileBox<Dim>>& touched, std::span<const VectorPlanes<Dim, Real>> to);

}  // namespace froth

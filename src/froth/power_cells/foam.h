// SPDX-License-Identifier: Apache-2.0
// Bubbles to films: weights that give cells their volumes, then a mesh that holds them.
#pragma once

#include <vector>

#include <froth/power_cells/foam_mesh.h>

namespace froth {

struct Bubbles {
  std::vector<Vec3<double>> x;             ///< [m]
  std::vector<double> volume;              ///< [m^3]
  std::vector<std::uint32_t> number = {};  ///< by which messages call them; empty: as they are listed
  /// Flat walls along the axes [m]; none where infinite.
  Vec3<double> low = Vec3<double>::constant(-PowerSites<3>::kNoWall),
               high = Vec3<double>::constant(PowerSites<3>::kNoWall);
};

struct Foam {
  FoamMesh mesh;
  std::vector<double> w;  ///< weights [m^2], by bubble
  int steps = 0;          ///< Newton steps for them
};

/// Throws InputError as find_weights() and mesh_foam() do.
Foam make_foam(const Bubbles& bubbles, const FoamMeshSettings& settings = {});

/// Moves every bubble to the centroid of its cell, so many times: cells become rounder, as films that pull
/// would make them [Lloyd1982]. Volumes stay.
void relax_foam(Bubbles& bubbles, int moves, double cohesion = FoamMeshSettings{}.cohesion);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Clouds of particles for tests of foam/: places count in r, half a cell, and are those of half cells.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include <froth/foam/sphere_union.h>
#include <froth/materials/split_strain.h>
#include <froth/transfer/particle_view.h>

#include "support/random_values.h"

namespace froth::test {

/// Half the diagonal of a lattice cell of width r and a little: what a lattice at rest is covered by.
template <int Dim>
const double kCoverage = std::sqrt(double(Dim)) / 2 + 0.01;

template <int Dim, class Real>
struct Cloud {
  ColumnTable set;
  BlockRuns<Dim> runs;
  Lattice<Dim> lattice;  ///< of r = 1, with places equal to half cells

  PointCells<Dim> points(const BlockCoord<Dim>& periodic = {}) const {
    return PointCells<Dim>({{&set, &runs}}, periodic);
  }
  Vec<Dim, double> place(Index s) const {
    Vec<Dim, std::int32_t> cell{};
    Vec<Dim, double> offset{};
    for (int d = 0; d < Dim; ++d) {
      using Stored = typename Offset<Real>::Stored;
      cell[d] = set.plane<std::int32_t>("cell", d)[s];
      offset[d] = double(set.plane<Stored>("offset", d)[s]) / (sizeof(Real) == 4 ? 4294967296.0 : 1.0);
    }
    return lattice.position(cell, offset);
  }
};

/// Particles of random mass, volume, velocity and strain at these places.
template <int Dim, class Real>
Cloud<Dim, Real> make_cloud(const std::vector<Vec<Dim, double>>& places, std::uint64_t seed = 1) {
  Cloud<Dim, Real> cloud;
  cloud.lattice.dx = 2;
  cloud.lattice.origin = Vec<Dim, double>::constant(-1);
  add_transfer_columns<Dim, Real>(cloud.set, {});
  for (const AttributeInfo& info : {kShapeAttribute, kVolumeAttribute})
    cloud.set.add(column_type<Real>(), info);
  ColumnTable& set = cloud.set;
  set.resize(static_cast<Index>(places.size()));
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(set);
  Rng rng(seed);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto s = static_cast<Index>(k);
    Vec<Dim, std::int32_t> cell{};
    Vec<Dim, double> offset{};
    cloud.lattice.locate(places[k], cell, offset);
    for (int d = 0; d < Dim; ++d) {
      p.cell[d][s] = cell[d], p.offset[d][s] = Offset<Real>::encode(offset[d]);
      p.v[d][s] = Real(rng.uniform(-1, 1));
    }
    for (int n = 0; n < Dim * Dim; ++n) p.C[n][s] = Real(rng.uniform(-1, 1));
    p.mass[s] = Real(rng.uniform(1, 2)), p.V0[s] = Real(rng.uniform(1, 2));
    const SplitStrain<double> strain = strain_of(Mat3<double>::identity() + rng.matrix(0.2));
    const double b[6] = {strain.b.xx, strain.b.yy, strain.b.zz, strain.b.xy, strain.b.xz, strain.b.yz};
    for (int n = 0; n < 6; ++n) set.plane<Real>("b", n)[s] = Real(b[n]);
    set.plane<Real>("log_J")[s] = Real(strain.log_J);
    set.plane<std::uint64_t>("id")[s] = k;
  }
  cloud.runs = sort_by_cell<Dim>(cloud.set);
  return cloud;
}

/// A lattice of the given spacings within |x| < size, each place moved by up to `jitter` along every axis;
/// the middle of the lattice is nowhere special.
template <int Dim>
std::vector<Vec<Dim, double>> stretched_lattice(const Vec<Dim, double>& spacing, const Vec<Dim, double>& size,
                                                double jitter, std::uint64_t seed = 3) {
  Rng rng(seed);
  std::vector<Vec<Dim, double>> places;
  Vec<Dim, int> count{}, k{};
  for (int d = 0; d < Dim; ++d) k[d] = -(count[d] = int(std::ceil(size[d] / spacing[d])));
  while (k[0] <= count[0]) {
    Vec<Dim, double> x{};
    bool is_inside = true;
    for (int d = 0; d < Dim; ++d) {
      x[d] = spacing[d] * (k[d] + 0.137 + 0.31 * d) + jitter * rng.uniform(-1, 1);
      is_inside = is_inside && std::abs(x[d]) < size[d];
    }
    if (is_inside) places.push_back(x);
    int d = Dim - 1;
    for (++k[d]; d > 0 && k[d] > count[d]; ++k[--d]) k[d] = -count[d];
  }
  return places;
}

/// Distance to the nearest of some places.
template <int Dim>
double nearest_distance(const Vec<Dim, double>& x, const std::vector<Vec<Dim, double>>& places) {
  double least = 1e10;
  for (const auto& other : places) least = std::min(least, dot(x - other, x - other));
  return std::sqrt(least);
}

/// Interpolated signed distance at a place.
template <int Dim>
double depth_at(const SphereUnion<Dim>& surface, const Vec<Dim, double>& x) {
  double sum = 0;
  for (int c = 0; c < (1 << Dim); ++c) {
    Vec<Dim, std::int32_t> node{};
    double w = 1;
    for (int d = 0; d < Dim; ++d) {
      const double low = std::floor(x[d]), part = x[d] - low;
      node[d] = static_cast<std::int32_t>(low) + ((c >> d) & 1);
      w *= ((c >> d) & 1) != 0 ? part : 1 - part;
    }
    sum += w * surface.at(node);
  }
  return sum;
}

template <int Dim>
std::vector<Vec<Dim, double>> places_of(const std::vector<HalfPlace<Dim>>& halves) {
  std::vector<Vec<Dim, double>> places;
  for (const auto& half : halves)
    places.push_back(half.half.template cast<double>() + half.part.template cast<double>());
  return places;
}

}  // namespace froth::test

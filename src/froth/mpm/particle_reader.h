// SPDX-License-Identifier: Apache-2.0
// A particle's numbers in double, whatever they are stored as. Source: the particles of docs/architecture.md.
#pragma once

#include <froth/transfer/particle_view.h>

namespace froth {

template <int Dim, class Real>
struct ParticleReader {
  ParticleView<Dim, const Real> p;
  const Lattice<Dim>& lattice;

  ParticleReader(const ColumnTable& particles, const Lattice<Dim>& of)
      : p(view_of<Dim, Real>(particles)), lattice(of) {}

  Vec3<double> position(Index s) const {
    Vec<Dim, std::int32_t> cell{};
    Vec<Dim, double> offset{};
    for (int d = 0; d < Dim; ++d) cell[d] = p.cell[d][s], offset[d] = Offset<Real>::exact(p.offset[d][s]);
    return lift(lattice.position(cell, offset));
  }
  Vec3<double> velocity(Index s) const {
    Vec3<double> v{};
    for (int d = 0; d < Dim; ++d) v[d] = double(p.v[d][s]);
    return v;
  }
  Mat3<double> affine(Index s) const {
    Mat3<double> C{};
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) C(r, c) = double(p.C[r * Dim + c][s]);
    return C;
  }
};

}  // namespace froth

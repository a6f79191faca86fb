// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/thin_particles.h>

#include <algorithm>
#include <cmath>

#include <froth/base/math.h>
#include <froth/base/parallel.h>
#include <froth/linalg/eigen_sym.h>
#include <froth/materials/tearing.h>
#include <froth/transfer/particle_view.h>

namespace froth {

namespace {

constexpr double kReach = 2;  ///< of the cubic kernel [cells]
static_assert(kReach < kBlockWidth, "what a kernel reaches is in the blocks around");
/// Width of the cells of the search, in cells of the grid: fine enough that little is looked at in vain.
constexpr double kSearchWidth = 0.5;

/// Variances along the principal axes, smallest and largest; in the plane those of the plane.
template <int Dim>
std::pair<double, double> extremes(const Sym3<double>& v) {
  if constexpr (Dim == 2) {
    const double mean = (v.xx + v.yy) / 2, apart = std::hypot((v.xx - v.yy) / 2, v.xy);
    return {mean - apart, mean + apart};
  } else {
    const Vec3<double> e = eigen_sym(v).values;
    return {std::min({e[0], e[1], e[2]}), std::max({e[0], e[1], e[2]})};
  }
}

template <int Dim>
bool is_thin(const Sym3<double>& covariance, const ThinSettings& settings) {
  const auto [smallest, largest] = extremes<Dim>(covariance);
  return largest < settings.size || smallest < settings.ratio * largest;
}

template <class Real>
Sym3<Real> square_of(const Vec3<Real>& x) {
  return {x[0] * x[0], x[1] * x[1], x[2] * x[2], x[0] * x[1], x[0] * x[2], x[1] * x[2]};
}

/// Weights, Eqs. (21) and (22), and moments of points around a place, a pack of points at a time. Lengths
/// count from that place, so that one pass gives the moments about the mean without loss: they are of the
/// order of one, and what is left of a thin neighbourhood is compared with 1e-4.
template <int Dim>
class Moments {
 public:
  void add(const Vec<Dim, double>& arm, double mass) {
    for (int d = 0; d < Dim; ++d) arm_[d][filled_] = arm[d];
    mass_[filled_] = mass;
    if (++filled_ == kBatch) flush();
  }
  Sym3<double> covariance() {
    while (filled_ % Wide::kSize != 0) add({}, 0);
    flush();
    const double squares = sum(squares_), weights = sum(weights_);  // not zero: the place is a point's
    Vec3<double> first{}, off{};
    for (int d = 0; d < Dim; ++d) {
      first[d] = sum(first_[d]) / squares;
      off[d] = first[d] - sum(mean_[d]) / weights;
    }
    const Sym3<double> second{sum(second_.xx), sum(second_.yy), sum(second_.zz),
                              sum(second_.xy), sum(second_.xz), sum(second_.yz)};
    return second * (1 / squares) + square_of(off) - square_of(first);
  }

 private:
  using Wide = Pack<double>;
  /// Points that are collected before they are added up: a pack must not be loaded right after its numbers
  /// have been stored one by one, for which a processor waits.
  static constexpr int kBatch = 64;

  void flush() {
    for (int k = 0; k < filled_; k += Wide::kSize) add_pack(k);
    filled_ = 0;
  }
  void add_pack(int k) {
    Wide w = Wide::load(mass_ + k);
    Vec3<Wide> x{Wide(0), Wide(0), Wide(0)};
    for (int d = 0; d < Dim; ++d) x[d] = Wide::load(arm_[d] + k), w *= spline(x[d]);
    const Wide square = w * w;
    weights_ += w, squares_ += square;
    for (int d = 0; d < Dim; ++d) mean_[d] += w * x[d], first_[d] += square * x[d];
    second_ = second_ + square_of(x) * square;
  }
  /// BSpline<3>::at without branches.
  static Wide spline(Wide x) {
    const Wide u = abs(x), far = max(Wide(2) - u, Wide(0)), near = max(Wide(1) - u, Wide(0));
    return (far * far * far - Wide(4) * near * near * near) * Wide(1.0 / 6);
  }
  static double sum(Wide x) {
    double total = x[0];
    for (int k = 1; k < Wide::kSize; ++k) total += x[k];
    return total;
  }

  double arm_[Dim][kBatch], mass_[kBatch];
  int filled_ = 0;
  Wide weights_ = 0, squares_ = 0;
  Wide mean_[Dim] = {}, first_[Dim] = {};
  Sym3<Wide> second_{0, 0, 0, 0, 0, 0};
};

/// A particle of one of some bodies.
template <int Dim>
struct Torn {
  std::size_t body;
  std::uint32_t slot;
  Vec<Dim, std::int32_t> cell;
  Vec<Dim, double> place;  ///< [cells]
};

/// Places of particles in cells, whatever they are stored as; on periodic axes in the first period.
template <int Dim, class Real>
struct Places {
  ParticleView<Dim, const Real> p;
  const Lattice<Dim>& lattice;

  Places(const ColumnTable& body, const Lattice<Dim>& of) : p(view_of<Dim, Real>(body)), lattice(of) {}

  Vec<Dim, std::int32_t> cell(Index s) const {
    Vec<Dim, std::int32_t> c{};
    for (int d = 0; d < Dim; ++d) c[d] = lattice.wrap(p.cell[d][s], d);
    return c;
  }
  Vec<Dim, double> operator[](Index s) const {
    Vec<Dim, double> x = cell(s).template cast<double>();
    for (int d = 0; d < Dim; ++d) x[d] += Offset<Real>::exact(p.offset[d][s]);
    return x;
  }
};

/// In the order of bodies and slots.
template <int Dim, class Real>
std::vector<Torn<Dim>> torn_particles(const std::vector<const ColumnTable*>& bodies,
                                      const Lattice<Dim>& lattice) {
  std::vector<Torn<Dim>> torn;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!bodies[b]->has(kTornAttribute.name)) continue;
    const Real* is_torn = bodies[b]->plane<Real>(kTornAttribute.name);
    const Places<Dim, Real> places(*bodies[b], lattice);
    for (Index s = 0; s < bodies[b]->count(); ++s)
      if (is_torn[s] > Real(0.5))
        torn.push_back({b, static_cast<std::uint32_t>(s), places.cell(s), places[s]});
  }
  return torn;
}

/// Blocks of particles that hold torn ones, and those around them.
template <int Dim>
BlockList<Dim> blocks_around(const std::vector<Torn<Dim>>& torn, const Lattice<Dim>& lattice) {
  std::vector<BlockCoord<Dim>> blocks, all;
  for (const Torn<Dim>& one : torn) blocks.push_back(block_of(one.cell));
  make_canonical(blocks);
  for (const BlockCoord<Dim>& block : blocks)
    for (int n = 0; n < kAround<Dim>; ++n) {
      all.push_back(block);
      for (int d = 0, rest = n; d < Dim; ++d, rest /= 3) all.back()[d] += rest % 3 - 1;
    }
  BlockCoord<Dim> periodic{};
  for (int d = 0; d < Dim; ++d) periodic[d] = lattice.periodic_cells[d] / kBlockWidth;
  BlockList<Dim> list;
  list.build(std::move(all), periodic);
  return list;
}

/// The particles of some blocks, in the order of bodies and slots.
template <int Dim>
struct Crowd {
  std::vector<Vec<Dim, double>> places;  ///< [cells]
  std::vector<double> mass;              ///< [kg]
};
template <int Dim, class Real>
Crowd<Dim> crowd_in(const BlockList<Dim>& blocks, const std::vector<const ColumnTable*>& bodies,
                    const Lattice<Dim>& lattice) {
  Crowd<Dim> crowd;
  for (const ColumnTable* body : bodies) {
    const Places<Dim, Real> places(*body, lattice);
    for (Index s = 0; s < body->count(); ++s) {
      if (blocks.find(block_of(places.cell(s))) < 0) continue;
      crowd.places.push_back(places[s]);
      crowd.mass.push_back(double(places.p.mass[s]));
    }
  }
  return crowd;
}

}  // namespace

template <int Dim>
Sym3<double> neighbourhood_covariance(const NeighborSearch<Dim>& points, const std::vector<double>& mass,
                                      const Vec<Dim, double>& place) {
  Moments<Dim> moments;
  points.visit_near(place, kReach,
                    [&](std::uint32_t other, const Vec<Dim, double>& arm) { moments.add(arm, mass[other]); });
  return moments.covariance();
}

template <int Dim, class Real>
std::vector<std::vector<std::uint32_t>> thin_particles(const std::vector<const ColumnTable*>& bodies,
                                                       const Lattice<Dim>& lattice,
                                                       const ThinSettings& settings) {
  std::vector<std::vector<std::uint32_t>> thin(bodies.size());
  const std::vector<Torn<Dim>> torn = torn_particles<Dim, Real>(bodies, lattice);
  if (torn.empty()) return thin;
  const Crowd<Dim> crowd = crowd_in<Dim, Real>(blocks_around(torn, lattice), bodies, lattice);
  const NeighborSearch<Dim> points(crowd.places, kSearchWidth,
                                   lattice.periodic_cells.template cast<double>());
  std::vector<std::uint8_t> goes(torn.size(), 0);
  constexpr Index kChunk = 64;  // each looks at hundreds of others
  parallel_chunks(static_cast<Index>(torn.size()), kChunk, [&](const Chunk& c) {
    for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k)
      goes[k] = is_thin<Dim>(neighbourhood_covariance(points, crowd.mass, torn[k].place), settings) ? 1 : 0;
  });
  for (std::size_t k = 0; k < torn.size(); ++k)
    if (goes[k] != 0) thin[torn[k].body].push_back(torn[k].slot);
  return thin;
}

#define FROTH_THIN(Dim, Real)                                                 \
  template std::vector<std::vector<std::uint32_t>> thin_particles<Dim, Real>( \
      const std::vector<const ColumnTable*>&, const Lattice<Dim>&, const ThinSettings&);
FROTH_THIN(2, float)
FROTH_THIN(2, double)
FROTH_THIN(3, float)
FROTH_THIN(3, double)
#undef FROTH_THIN
template Sym3<double> neighbourhood_covariance(const NeighborSearch<2>&, const std::vector<double>&,
                                               const Vec<2, double>&);
template Sym3<double> neighbourhood_covariance(const NeighborSearch<3>&, const std::vector<double>&,
                                               const Vec<3, double>&);

}  // namespace froth

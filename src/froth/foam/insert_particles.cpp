// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/insert_particles.h>

#include <froth/foam/average_columns.h>
#include <froth/transfer/bspline.h>

namespace froth {

namespace {

/// Who gives to a new particle.
struct Donors {
  int body = -1;  ///< -1: nobody
  std::uint32_t nearest = 0;
  std::vector<std::uint32_t> slots;
  std::vector<Share> fields = {};  ///< weights of the grid's interpolation, where that is asked for
};

template <int Dim>
class DonorSearch {
 public:
  using Half = Vec<Dim, std::int32_t>;
  using Place = Vec<Dim, float>;

  DonorSearch(const PointCells<Dim>& points, const HalfPlace<Dim>& place)
      : points_(points), around_(points.list().around(list_block(place.half))) {
    for (int d = 0; d < Dim; ++d) half_[d] = place.half[d] & (kListWidth - 1);
    x_ = half_.template cast<float>() + place.part;
  }

  Donors find() const {
    Donors donors;
    for (const float radius : {1.0f, 1.5f, 2.0f})
      if (find_within(radius, donors)) break;
    return donors;
  }

  /// Weights with which Algorithm 20 of [Yue2015] mixes the particles of a body: mass-weighted to the nodes
  /// around, and from there to the place.
  template <class Real>
  std::vector<Share> grid_weights(int body, const Real* mass, const Real* V0, int degree) const;

 private:
  bool find_within(float radius, Donors& donors) const {
    const Half reach = Half::constant(radius > 1 ? 2 : 1);
    float nearest = radius * radius;
    const auto each = [&](auto&& body) {
      points_.visit(around_, half_ - reach, half_ + reach, [&](std::size_t k, const Place& x) {
        const float square = dot(x - x_, x - x_);
        if (square < radius * radius) body(k, square);
      });
    };
    each([&](std::size_t k, float square) {
      if (square < nearest) nearest = square, donors.body = points_.body(k), donors.nearest = points_.slot(k);
    });
    each([&](std::size_t k, float) {
      if (points_.body(k) == donors.body) donors.slots.push_back(points_.slot(k));
    });
    return donors.body >= 0;
  }

  const PointCells<Dim>& points_;
  Around<Dim> around_;
  Half half_{};
  Place x_{};  ///< from the lowest corner of the block
};

template <int Dim>
template <class Real>
std::vector<Share> DonorSearch<Dim>::grid_weights(int body, const Real* mass, const Real* V0,
                                                  int degree) const {
  const auto spline = degree == 2 ? BSpline<2, double>::at : BSpline<3, double>::at;
  const int nodes = degree + 1;
  int total = 1;
  for (int d = 0; d < Dim; ++d) total *= nodes;
  // Nodes of the place's stencil, in half cells from the corner of the block: its lowest one is (degree -
  // 1)/2 cells below the corner of its cell.
  const auto node_at = [&](int n, int d) {
    for (int e = Dim - 1; e > d; --e) n /= nodes;
    return 2.0 * ((half_[d] >> 1) + n % nodes) - (degree - 1);
  };
  const auto weight = [&](int n, const Place& x) {
    double w = 1;
    for (int d = 0; d < Dim; ++d) w *= spline((double(x[d]) - node_at(n, d)) / 2);
    return w;
  };
  std::vector<double> node_mass(static_cast<std::size_t>(total), 0);
  std::vector<std::pair<std::uint32_t, Place>> found;
  const Half reach = Half::constant(2 * nodes);
  points_.visit(around_, half_ - reach, half_ + reach, [&](std::size_t k, const Place& x) {
    if (points_.body(k) == body) found.push_back({points_.slot(k), x});
  });
  for (const auto& [slot, x] : found)
    for (int n = 0; n < total; ++n)
      node_mass[static_cast<std::size_t>(n)] += weight(n, x) * double(mass[slot]);
  std::vector<Share> shares;
  for (const auto& [slot, x] : found) {
    double share = 0;
    for (int n = 0; n < total; ++n)
      if (const double m = node_mass[static_cast<std::size_t>(n)]; m > 0)
        share += weight(n, x_) * weight(n, x) / m;
    if (share > 0) shares.push_back({slot, share * double(mass[slot]), share * double(V0[slot])});
  }
  return shares;
}

/// Cell and offset of a place.
template <int Dim, class Real>
void put_at(ColumnTable& particles, Index slot, const HalfPlace<Dim>& place) {
  using Stored = typename Offset<Real>::Stored;
  for (int d = 0; d < Dim; ++d) {
    particles.plane<std::int32_t>("cell", d)[slot] = place.half[d] >> 1;
    const double offset = 0.5 * ((place.half[d] & 1) + double(place.part[d])) - 0.5;
    particles.plane<Stored>("offset", d)[slot] = Offset<Real>::encode(offset);
  }
}

/// One body that particles are added to.
template <int Dim, class Real>
class Receiver {
 public:
  Receiver(ColumnTable& particles, Index more)
      : particles_(grown(particles, more)),
        averages_(particles),
        id_(particles.plane<std::uint64_t>("id")),
        mass_(particles.plane<Real>("mass")),
        V0_(particles.plane<Real>("V0")),
        next_(particles.count() - more) {}

  /// False where the strains of the donors have no average.
  bool insert(const Donors& donors, const HalfPlace<Dim>& place, std::uint64_t id) {
    shares_.clear();
    left_.clear();
    const double kept = double(donors.slots.size()) / double(donors.slots.size() + 1);
    double mass = 0, volume = 0;
    for (const std::uint32_t q : donors.slots) {
      // What is taken is what is missing afterwards, so that rounding loses nothing.
      left_.push_back({Real(kept * double(mass_[q])), Real(kept * double(V0_[q]))});
      const Share share{q, double(mass_[q]) - double(left_.back()[0]),
                        double(V0_[q]) - double(left_.back()[1])};
      mass += share.mass, volume += share.volume;
      shares_.push_back(share);
    }
    if (!averages_.average(donors.fields.empty() ? shares_ : donors.fields)) return false;
    for (std::size_t k = 0; k < left_.size(); ++k)
      mass_[donors.slots[k]] = left_[k][0], V0_[donors.slots[k]] = left_[k][1];
    averages_.copy_identity(donors.nearest, next_);
    averages_.store(next_);
    mass_[next_] = Real(mass);
    V0_[next_] = Real(volume);
    id_[next_] = id;
    put_at<Dim, Real>(particles_, next_, place);
    ++next_;
    return true;
  }
  Index finish() {
    particles_.resize(next_);
    return next_;
  }

 private:
  static ColumnTable& grown(ColumnTable& particles, Index more) {
    particles.resize(particles.count() + more);
    return particles;
  }

  ColumnTable& particles_;
  ColumnAverages<Real> averages_;
  std::uint64_t* id_;
  Real *mass_, *V0_;
  Index next_;
  std::vector<Share> shares_;
  std::vector<Vec<2, Real>> left_;  ///< mass and volume that donors keep
};

}  // namespace

template <int Dim, class Real>
Inserted insert_particles(const PointCells<Dim>& points, const std::vector<ColumnTable*>& bodies,
                          const std::vector<HalfPlace<Dim>>& places, const InsertSettings& settings,
                          std::uint64_t& next_id) {
  std::vector<Donors> donors(places.size());
  parallel_chunks(static_cast<Index>(places.size()), 64, [&](const Chunk& c) {
    for (auto n = static_cast<std::size_t>(c.begin); n < static_cast<std::size_t>(c.end); ++n) {
      const DonorSearch<Dim> search(points, places[n]);
      donors[n] = search.find();
      if (donors[n].body < 0 || settings.fields == NewFields::Donors) continue;
      const ColumnTable& body = *bodies[static_cast<std::size_t>(donors[n].body)];
      donors[n].fields = search.grid_weights(donors[n].body, body.plane<Real>("mass"), body.plane<Real>("V0"),
                                             settings.degree);
    }
  });
  Inserted inserted{std::vector<Index>(bodies.size(), 0), 0};
  std::vector<Index> before;
  for (const Donors& each : donors)
    if (each.body >= 0) ++inserted.counts[static_cast<std::size_t>(each.body)];
  std::vector<Receiver<Dim, Real>> receivers;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    before.push_back(bodies[b]->count());
    receivers.emplace_back(*bodies[b], inserted.counts[b]);
  }
  // One after the other: a donor may give more than once.
  for (std::size_t n = 0; n < places.size(); ++n) {
    const bool is_in = donors[n].body >= 0 && receivers[static_cast<std::size_t>(donors[n].body)].insert(
                                                  donors[n], places[n], next_id);
    if (is_in) ++next_id;
    if (!is_in) ++inserted.left_out;
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) inserted.counts[b] = receivers[b].finish() - before[b];
  return inserted;
}

template Inserted insert_particles<2, float>(const PointCells<2>&, const std::vector<ColumnTable*>&,
                                             const std::vector<HalfPlace<2>>&, const InsertSettings&,
                                             std::uint64_t&);
template Inserted insert_particles<2, double>(const PointCells<2>&, const std::vector<ColumnTable*>&,
                                              const std::vector<HalfPlace<2>>&, const InsertSettings&,
                                              std::uint64_t&);
template Inserted insert_particles<3, float>(const PointCells<3>&, const std::vector<ColumnTable*>&,
                                             const std::vector<HalfPlace<3>>&, const InsertSettings&,
                                             std::uint64_t&);
template Inserted insert_particles<3, double>(const PointCells<3>&, const std::vector<ColumnTable*>&,
                                              const std::vector<HalfPlace<3>>&, const InsertSettings&,
                                              std::uint64_t&);

}  // namespace froth

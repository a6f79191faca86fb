// SPDX-License-Identifier: Apache-2.0
// Where a particle may not follow its own velocity: into colliders, and in sources.
// Source: [Fei2021], Eq. (5), first two cases; the second asks for the distance to the sources. Differs from
// it: next to a collider that moves, its velocity is taken off before the sign is tested. Contact of
// particles themselves: [Yue2015], Algorithm 16.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <froth/grid/sparse_grid.h>
#include <froth/particles/position.h>
#include <froth/obstacles/swept.h>

namespace froth {

/// The obstacles that particles of one block can come to in one step. Far from all of them, which is where
/// most blocks are, no particle needs to ask.
template <int Dim>
class NearObstacles {
 public:
  /// `reach` is how far a particle may come from its place at the beginning of the step [m].
  NearObstacles(const PosedObstacles& all, const Lattice<Dim>& lattice, double reach)
      : all_(all), lattice_(lattice), radius_(kHalfWidth * std::sqrt(double(Dim)) * lattice.dx + reach) {}

  /// Particles of this block are asked about next.
  void enter(const BlockCoord<Dim>& home) {
    Vec<Dim, double> middle{};
    for (int d = 0; d < Dim; ++d)
      middle[d] = lattice_.origin[d] +
                  lattice_.dx * (home[d] * kBlockWidth + 0.5 * (kBlockWidth - 1) + 0.5 * lattice_.degree);
    colliders_.clear(), sources_.clear(), planes_.clear();
    stops_particles_ = false, has_others_ = false;
    Vec<Dim, double> corner{};
    for (int d = 0; d < Dim; ++d)
      corner[d] = lattice_.origin[d] + lattice_.dx * (home[d] * kBlockWidth + 0.5 * lattice_.degree);
    for (const PosedCollider& c : all_.colliders) {
      if (!is_near(c, middle)) continue;
      colliders_.push_back(&c);
      stops_particles_ |= c.contact.on_particles;
      has_others_ |= !c.is_plane();
      if (c.is_plane())
        planes_.push_back({c.plane_distance(lift(corner)) / lattice_.dx, drop<Dim>(c.plane_normal())});
    }
    for (const PosedRegion& s : all_.sources)
      if (is_near(s, middle)) sources_.push_back(&s);
  }
  bool is_empty() const { return colliders_.empty() && sources_.empty(); }

  /// A plane near the block: its distance is `at_corner` + normal . r, r counted in cells from the place of a
  /// particle in the middle of the block's first cell.
  struct Plane {
    double at_corner;  ///< [cells]
    Vec<Dim, double> normal;
  };
  const std::vector<Plane>& planes() const { return planes_; }
  bool has_only_planes() const { return !has_others_; }

  /// Some collider here has a word for particles, not for nodes only.
  bool stops_particles() const { return stops_particles_; }
  /// Velocity of a particle at `x` after contact, [Yue2015], Algorithm 16.
  Vec3<double> stopped(const Vec3<double>& x, Vec3<double> v) const {
    for (const PosedCollider* c : colliders_)
      if (c->contact.on_particles) v = stop_inside(*c, x, v, 1e-4 * lattice_.dx);
    return v;
  }

  /// Ends a particle's path outside of all colliders; says whether it had to. Beyond a period's end are the
  /// colliders of its other end.
  bool stop_at_surfaces(ParticlePath& path) const {
    bool has_stopped = stop_here(path);
    Vec3<double> turn{};
    for (int d = 0; d < Dim; ++d) {
      const double period = lattice_.dx * lattice_.periodic_cells[d];
      const double low = lattice_.origin[d] + lattice_.dx * lattice_.period_begin;
      if (period > 0) turn[d] = path.end[d] < low ? period : path.end[d] >= low + period ? -period : 0.0;
    }
    if (turn == Vec3<double>{}) return has_stopped;
    path.begin += turn, path.end += turn;
    has_stopped |= stop_here(path);
    path.begin -= turn, path.end -= turn;
    return has_stopped;
  }
  /// A particle that was outside has come into a collider.
  bool has_passed(const ParticlePath& path) const {
    for (const PosedCollider* c : colliders_)
      if (c->distance(path.end) < -1e-3 * lattice_.dx && c->distance(c->carried(path.begin)) > 0) return true;
    return false;
  }
  bool is_inside(const Vec3<double>& x) const {
    for (const PosedCollider* c : colliders_)
      if (c->distance(x) < 0) return true;
    return false;
  }

  /// A particle that comes to `x` at its own velocity `v` would be in a source, or go on into a collider.
  bool forbids(const Vec3<double>& x, const Vec3<double>& v) const {
    for (const PosedRegion* s : sources_)
      if (s->distance(x) < 0) return true;
    for (const PosedCollider* c : colliders_) {
      if (c->distance(x) >= 0) continue;
      const Vec3<double> n = c->normal(x, 1e-4 * lattice_.dx);
      if (dot(n, v - c->velocity(x, n)) <= 0) return true;
    }
    return false;
  }

 private:
  /// The second round is for corners: what one collider pushes out must not end in another.
  bool stop_here(ParticlePath& path) const {
    const SweepLengths lengths{1e-4 * lattice_.dx, 0.1 * lattice_.dx};
    bool has_stopped = false;
    for (int round = 0; round < 2; ++round) {
      bool again = false;
      for (const PosedCollider* c : colliders_) again |= stop_at_surface(*c, lengths, path);
      has_stopped |= again;
      if (!again) break;
    }
    // Two surfaces at an acute angle hand a point to and fro: then it stays where it came from.
    if (has_stopped && is_inside(path.end) && !is_inside(path.begin)) path.end = path.begin;
    return has_stopped;
  }

  /// Of the cube of a block's particles in cells: they may wander one cell out of it before they are sorted.
  static constexpr double kHalfWidth = 0.5 * kBlockWidth + 1;

  template <class Obstacle>
  bool is_near(const Obstacle& o, const Vec<Dim, double>& middle) const {
    for (int d = 0; d < Dim; ++d)  // beyond a period's ends are its other ends: ask each particle there
      if (lattice_.periodic_cells[d] > 0 &&
          (middle[d] - lattice_.origin[d] < radius_ + lattice_.dx ||
           middle[d] - lattice_.origin[d] > lattice_.dx * (lattice_.periodic_cells[d] - 1) - radius_))
        return true;
    return o.distance(lift(middle)) <= radius_ + o.slack();
  }

  const PosedObstacles& all_;
  const Lattice<Dim>& lattice_;
  double radius_;
  std::vector<const PosedCollider*> colliders_;
  std::vector<const PosedRegion*> sources_;
  std::vector<Plane> planes_;
  bool stops_particles_ = false, has_others_ = false;
};

}  // namespace froth

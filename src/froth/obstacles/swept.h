// SPDX-License-Identifier: Apache-2.0
// Keeps a point that moves for one step out of a collider that moves too. Nodes alone cannot: a wall may be
// thinner than a cell, and between nodes a velocity of the particle's own may carry it in. The path is taken
// in the frame of the collider, so that only the point moves, and followed by distances: no wall is too thin
// to be met. Source: sphere tracing [Hart1996]; the rule for the rest of the path is ours
// (docs/colliders.md).
#pragma once

#include <algorithm>
#include <span>

#include <froth/obstacles/posed.h>

namespace froth {

/// A particle's path in one step: from `begin`, at the beginning, to `end`, and its own velocity.
struct ParticlePath {
  Vec3<double> begin, end, v;
  double work = 0;                        ///< that colliders did, per mass [J/kg]; not of rigid bodies
  double mass = 0;                        ///< for what rigid bodies get of it [kg]
  std::span<RigidImpulse> impulses = {};  ///< of rigid bodies, which get what they give
};

/// Lengths of a sweep [m]: closer to a surface than `touch` is on it; deeper inside than `shallow` a point
/// was put there by someone, and is left alone.
struct SweepLengths {
  double touch, shallow;
};

/// Where a point that comes from outside first meets the surface, as a share of its path; 2 where it does
/// not.
inline double first_meeting(const PosedCollider& c, const Vec3<double>& from, const Vec3<double>& to,
                            double at_begin, double touch) {
  const Vec3<double> way = to - from;
  const double length = norm(way);
  // Exact for as long as it takes to come from afar. A point that slides along a surface is followed in
  // larger strides then, which would miss only a second wall thinner than one of them.
  constexpr int exact = 64, strides = 64;
  const auto at = [&](double s) { return from + (s / length) * way; };
  double along = 0, before = 0, d = at_begin;
  for (int k = 0; k <= exact + strides; ++k) {
    if (d <= touch) {
      if (dot(c.normal(at(along), touch), way) < 0) {
        for (int b = 0; d < -touch && b < 40; ++b) {  // a stride went in: back to the surface
          const double middle = 0.5 * (before + along);
          (c.distance(at(middle)) < 0 ? along : before) = middle;
        }
        return (d < -touch ? before : along) / length;
      }
    }
    if (along == length) return 2;
    before = along;
    along = std::min(length, along + std::max(d, k < exact ? touch : length / strides));
    d = c.distance(at(along));
  }
  return 2;
}

/// Ends the path outside of the collider, on the side where it began, and lets contact act on the velocity:
/// what particles are stopped by is support, and has its friction, like that of nodes. Says whether it had
/// to.
inline bool stop_at_surface(const PosedCollider& c, const SweepLengths& lengths, ParticlePath& path) {
  const Vec3<double> from = c.carried(path.begin);
  const double at_end = c.distance(path.end), length = norm(path.end - from);
  if (at_end > length + lengths.touch + c.slack()) return false;  // nothing is that close
  const double at_begin = c.distance(from);
  if (at_begin < -lengths.shallow) return false;
  if (at_end > lengths.touch && at_begin + at_end > length + c.slack()) return false;

  const double share = length > 0 ? first_meeting(c, from, path.end, at_begin, lengths.touch) : 2;
  if (share > 1 && at_end >= 0) return false;
  Vec3<double> met = share > 1 ? path.end : from + share * (path.end - from);
  const Vec3<double> n = c.normal(met, lengths.touch);
  if (share > 1) met -= std::min(at_end, 0.0) * n;  // began just inside, and never left
  // What is left of the path goes along the surface; where that curves, the point is pushed out of it.
  Vec3<double> end = path.end - std::min(0.0, dot(path.end - met, n)) * n;
  for (int k = 0; k < 4; ++k) {
    const double d = c.distance(end);
    if (d >= 0.5 * lengths.touch) break;
    end += (lengths.touch - d) * c.normal(end, lengths.touch);
  }
  // In a corner, or through a wall that curves more than the step can see: stay where it was met.
  if (c.contact.kind == ContactKind::Sticky || c.distance(end) < 0 ||
      first_meeting(c, met + lengths.touch * n, end, lengths.touch, 0.1 * lengths.touch) < 1)
    end = met + lengths.touch * n;
  path.end = end;
  if (const Vec3<double> v_collider = c.velocity(end, n); dot(path.v - v_collider, n) < 0) {
    const Vec3<double> v = resolve_contact(c.contact, path.v, v_collider, n);
    if (c.rigid < 0)
      path.work += dot(v - path.v, v_collider);
    else if (!path.impulses.empty())
      path.impulses[static_cast<std::size_t>(c.rigid)].add(end, path.mass * (path.v - v));
    path.v = v;
  }
  return true;
}

}  // namespace froth

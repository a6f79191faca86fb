// SPDX-License-Identifier: Apache-2.0
// Rigid bodies among particles. Source: obstacles/rigid_bodies.h.
#include <froth/embedding/loops.h>
#include <froth/obstacles/swept.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

namespace {

/// The particles of a body that would run into rigid bodies in the step, in their order.
std::vector<TouchingMass> touching_of(const EmbeddedBody& body, const PosedObstacles& obstacles, double dt) {
  const SweepLengths lengths{1e-4 * body.spacing, body.spacing};
  std::vector<std::vector<TouchingMass>> found(
      static_cast<std::size_t>(chunk_count(body.count(), kParticleChunk)));
  parallel_chunks(body.count(), kParticleChunk, [&](const Chunk& chunk) {
    for (Index i = chunk.begin; i < chunk.end; ++i) {
      const auto s = static_cast<std::size_t>(i);
      for (const PosedCollider& c : obstacles.colliders) {
        if (c.rigid < 0) continue;
        ParticlePath path{body.x[s], body.x[s] + dt * body.v[s], body.v[s]};
        if (!stop_at_surface(c, lengths, path)) continue;
        found[static_cast<std::size_t>(chunk.number)].push_back(
            {static_cast<std::size_t>(c.rigid), body.mass[s], path.end, body.v[s],
             c.normal(path.end, lengths.touch), c.contact});
      }
    }
  });
  std::vector<TouchingMass> all;
  for (const auto& own : found) all.insert(all.end(), own.begin(), own.end());
  return all;
}

}  // namespace

void EmbeddingSolver::meet_rigid(PosedObstacles& obstacles, double time, double dt) {
  const StageClock::Scope scope(clock_, "rigid bodies");
  std::vector<TouchingMass> touching;
  for (const EmbeddedBody& body : bodies_)
    for (const TouchingMass& t : touching_of(body, obstacles, dt)) touching.push_back(t);
  counters_.boundary_work +=
      rigid_.collide(settings_.obstacles.colliders, touching, time, dt, norm(settings_.gravity));
  obstacles.colliders = contact_order(settings_.obstacles.colliders, time, dt, rigid_);
}

std::vector<MovedCollider> EmbeddingSolver::moved_colliders() const {
  std::vector<MovedCollider> moved;
  for (const RigidBody& body : rigid_.bodies()) moved.push_back({body.collider, body.pose()});
  return moved;
}

}  // namespace froth

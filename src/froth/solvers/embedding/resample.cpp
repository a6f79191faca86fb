// SPDX-License-Identifier: Apache-2.0
// Splitting and merging, and what becomes of strays. Source: [Jones2014], section 3.5; its section 4 names
// strays as what fails, and deletes them by hand.
#include <froth/embedding/loops.h>
#include <froth/geometry/neighbor_search.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

namespace {

/// Steps between looks for strays.
constexpr Index kStraySteps = 10;

Mat3<double> inverse_of(const Mat3<double>& F) {
  const double J = determinant(F);
  return transpose(cofactor(F)) * (1 / J);
}

/// Where the particles around it in the world would have a stray in embedded space, each through its own
/// deformation. False where fewer than four are near.
bool embedded_by_world(const EmbeddedBody& body, const NeighborSearch<3>& search, std::size_t s,
                       Vec3<double>& place) {
  Vec3<double> sum{};
  int found = 0;
  search.visit_within(body.x[s], body.support[s], [&](std::uint32_t j, double) {
    if (j == s || body.is_loose[j] != 0 || !(determinant(body.F[j]) > 0.05)) return;
    sum += body.embedded[j] + inverse_of(body.F[j]) * (body.x[s] - body.x[j]);
    ++found;
  });
  place = sum / double(std::max(found, 1));
  return found >= 4;
}

}  // namespace

void EmbeddingSolver::resample(EmbeddedBody& body, const PosedObstacles& obstacles) {
  if (settings_.resample_steps == 0 || (counters_.steps + 1) % settings_.resample_steps != 0) return;
  const StageClock::Scope scope(clock_, "resample");
  const auto is_free = [&](const Vec3<double>& x) {
    for (const PosedCollider& collider : obstacles.colliders)
      if (collider.distance(x) < 0) return false;
    return true;
  };
  const ResampleCounts counts = resample_body(body, settings_.resample, is_free, counters_.next_id);
  counters_.split += counts.split, counters_.merged += counts.merged;
  counters_.cancelled_splits += counts.cancelled;
  if (counts.split + counts.merged == 0) return;
  body.changes += body.count();  // a new body, as far as its fastest vibration goes
  update_neighbors(body, true);
}

void EmbeddingSolver::treat_strays(EmbeddedBody& body) {
  if (settings_.strays == Strays::Keep || (counters_.steps + 1) % kStraySteps != 0) return;
  Index loose = 0;
  for (const std::uint8_t is_loose : body.is_loose) loose += is_loose;
  if (loose == 0) return;
  const StageClock::Scope scope(clock_, "resample");
  if (settings_.strays == Strays::Remove) return remove(body, std::vector<std::uint8_t>(body.is_loose));
  const NeighborSearch<3> search(body.x, body.spacing);
  Index rescued = 0;
  for (std::size_t s = 0; s < body.x.size(); ++s) {
    Vec3<double> place;
    if (body.is_loose[s] == 0 || !embedded_by_world(body, search, s, place)) continue;
    body.embedded[s] = place;
    ++rescued;
  }
  if (rescued == 0) return;
  counters_.rescued += rescued;
  update_neighbors(body, true);
}

}  // namespace froth

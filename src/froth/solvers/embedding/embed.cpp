// SPDX-License-Identifier: Apache-2.0
// Embedded space after plastic flow, and the neighbours found in it.
// Source: [Jones2014], sections 3.3 and 3.4. Differs from it: nothing is solved where nothing has flowed, and
// neighbours are looked for once some particle has moved by a share of the spacing in embedded space.
#include <froth/embedding/deformation.h>
#include <froth/embedding/loops.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Largest distance of embedded positions from where they were when neighbours were last looked for [m].
double moved_most(const EmbeddedBody& body) {
  struct Most {
    double square = 0;
    Most& operator+=(const Most& other) {
      square = std::max(square, other.square);
      return *this;
    }
  };
  return std::sqrt(sum_particles(body.count(), Most{}, [&](Most& most, Index i) {
                     const Vec3<double> way = body.embedded[at(i)] - body.updated_at[at(i)];
                     most += Most{dot(way, way)};
                   }).square);
}

/// Rest vectors as embedded space has them: what their own flow said beyond it is lost.
void take_embedded(EmbeddedBody& body) {
  for_each_particle(body.count(), [&](Index i) {
    const auto list = body.near.of(i);
    for (std::size_t k = 0; k < list.size(); ++k)
      body.near.rest[at(i)].set(static_cast<int>(k), body.embedded[list[k]] - body.embedded[at(i)]);
    body.is_loose[at(i)] = update_gradients(body.near, i, body.support[at(i)]) ? 0 : 1;
  });
}

}  // namespace

void EmbeddingSolver::link(EmbeddedBody& body) {
  link_particles(body.near, body.links);
  weigh(body);
}

/// Viscosity sees distances in rest space: after they have changed.
void EmbeddingSolver::weigh(EmbeddedBody& body) {
  if (settings_.viscosity > 0) weigh_viscosity(body.near, body.mass, body.density, body.support, body.links);
}

void EmbeddingSolver::embed(EmbeddedBody& body, StepReport& report) {
  if (!body.has_flowed) return;
  weigh(body);
  if (!settings_.updates_neighbors) return;
  solve_embedding(body, report);
  update_neighbors(body, false);
  if (!settings_.keeps_offsets) {
    take_embedded(body);
    refresh(body);
  }
}

void EmbeddingSolver::solve_embedding(EmbeddedBody& body, StepReport& report) {
  const StageClock::Scope scope(clock_, "embed");
  const double tolerance = settings_.tolerance * body.spacing;
  const CgReport solved =
      settings_.kind == EmbeddingKind::Linear
          ? froth::solve_embedding(body, tolerance, settings_.embedding_iterations, embedding_space_)
          : solve_nonlinear_embedding(body, tolerance, settings_.embedding_iterations, nonlinear_space_);
  report.iterations += solved.iterations;
  report.residual = std::max(report.residual, solved.residual);
  counters_.embeddings += 1, counters_.embedding_iterations += solved.iterations;
  body.has_flowed = false;
}

void EmbeddingSolver::update_neighbors(EmbeddedBody& body, bool must) {
  const StageClock::Scope scope(clock_, "neighbors");
  if (!must && moved_most(body) < settings_.update_distance * body.spacing) return;
  body.updated_at = body.embedded;
  std::vector<Mat3<double>> to_rest;
  if (settings_.kind == EmbeddingKind::Nonlinear) to_rest = turns_to_rest(body);
  const Index changes = update_neighborhoods(body.embedded, body.support, settings_.neighbors, body.near,
                                             sight_past(start_walls_), to_rest);
  if (changes == 0 && !must) return;
  counters_.neighbor_changes += changes, body.changes += changes;
  link(body);
  for_each_particle(body.count(),
                    [&](Index i) { body.is_loose[at(i)] = is_determined(body.near, i) ? 0 : 1; });
  refresh(body);
  update_frequency(body);
}

/// Deformation and stress with lists that have just changed; nothing flows.
void EmbeddingSolver::refresh(EmbeddedBody& body) { deform_body(body, 0); }

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Bodies of elements in a step of the grid: vertices carry mass and momentum but no stress; what elements do
// to them is found body by body and goes to the nodes as impulses. Vertices in held regions follow them.
// Source: [Fei2021], section 6, after [Jiang2015], section 7, and [Jiang2017].
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/mpm/hold_vertices.h>
#include <froth/mpm/node_loads.h>
#include <froth/mpm/stages.h>
#include <froth/mpm/state_planes.h>
#include <froth/mpm/vertex_contact.h>

namespace froth {

namespace {

constexpr Index kVertexChunk = 4096;

/// The longest step of a body's elements [s]. An implicit step knows nothing of the grid, which passes on
/// only what it resolves of the momentum, so that it gains energy where it is too long: cloth on cells of its
/// own edges did at 15 explicit limits and not at 3. Strands did not at 55, but contact overloads them by
/// 1 + (omega dt)^2, about the square of this factor: tests/lagrangian/strand_test.cpp.
template <int Dim>
double longest_step(const ElementBody<Dim>& mesh) {
  const double limit = mesh.elements->explicit_limit();
  if (mesh.forces == ElementForces::Explicit) return limit;
  return limit * (mesh.joined.segments.empty() ? 4 : 10);
}

}  // namespace

template <int Dim, class Real>
bool has_elements(const MpmBodies<Dim, Real>& bodies) {
  return std::ranges::any_of(bodies, [](const MpmBody<Dim, Real>& body) { return body.elements != nullptr; });
}

template <int Dim, class Real>
void hold_elements(const MpmSettings<Dim>& settings, double time, double dt, MpmBodies<Dim, Real>& bodies,
                   MpmCounters& counters) {
  for (MpmBody<Dim, Real>& body : bodies) {
    if (body.elements == nullptr) continue;
    gather_places(settings.lattice, body);
    counters.boundary_work += hold_vertices(settings, time, dt, body);
  }
}

template <int Dim, class Real>
void step_elements(const MpmSettings<Dim>& settings, double time, double dt, MpmBodies<Dim, Real>& bodies,
                   MpmCounters& counters) {
  for (MpmBody<Dim, Real>& body : bodies) {
    if (body.elements == nullptr) continue;
    ElementBody<Dim>& mesh = *body.elements;
    gather_places(settings.lattice, body);
    counters.boundary_work += hold_vertices(settings, time, dt, body);
    const bool is_kept = mesh.forces == ElementForces::NewtonKept;
    const Vec<Dim, double> weight = dt * gravity_at(settings, time);
    std::vector<Vec<Dim, double>> grip(has_moving_holders(settings, mesh) ? mesh.count() : 0);
    if (mesh.forces == ElementForces::Newton || is_kept) {
      // Elements resist gravity in the same step, which the nodes will feel after them.
      std::vector<Vec<Dim, double>> falling = mesh.v;
      for (std::size_t k = 0; k < falling.size(); ++k)
        if (mesh.is_held[k] == 0) falling[k] += weight;
      const VertexMotion<Dim> ahead{mesh.x, falling, mesh.mass, mesh.is_held};
      mesh.iterations = mesh.elements->newton_step(ahead, dt, mesh.dv, grip);
    } else {
      mesh.elements->explicit_step(mesh.motion(), dt, mesh.dv);
      if (!grip.empty()) mesh.elements->gradient(mesh.x, grip);
      for (Vec<Dim, double>& g : grip) g *= dt;
    }
    counters.boundary_work += work_of_holders<Dim>(mesh, grip, weight);
    Real* plane[Dim];
    for (int d = 0; d < Dim; ++d) plane[d] = body.particles.template plane<Real>("impulse", d);
    const ParticleView<Dim, Real> p = view_of<Dim, Real>(body.particles);
    // Who holds a vertex carries its weight, which the nodes would hang on its neighbours. Where vertices
    // keep what the step gives them, P2G takes it to the nodes, and what nodes do not resolve of it stays.
    parallel_chunks(static_cast<Index>(mesh.count()), kVertexChunk, [&](const Chunk& c) {
      for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
        Vec<Dim, double> dv = mesh.is_held[k] != 0 ? -weight : mesh.dv[k];
        if (is_kept && mesh.is_held[k] == 0) {
          for (int d = 0; d < Dim; ++d) p.v[d][mesh.slot[k]] = Real(mesh.v[k][d] + dv[d]);
          dv = {};
        }
        for (int d = 0; d < Dim; ++d) plane[d][mesh.slot[k]] = Real(mesh.mass[k] * dv[d]);
      }
    });
  }
}

template <int Dim, class Real>
void scatter_elements(const MpmSettings<Dim>& settings, const TransferJob<Dim, Real>& job,
                      MpmBodies<Dim, Real>& bodies, MpmGrid<Dim, Real>& grid) {
  // A job of these bodies alone.
  std::vector<std::size_t> own;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (bodies[b].elements != nullptr) own.push_back(b);
  SourceRanges ranges{.bodies = static_cast<int>(own.size()), .ranges = {}};
  const std::size_t sources = job.ranges.bodies == 0 ? 0 : job.ranges.ranges.size() / bodies.size();
  for (std::size_t s = 0; s < sources; ++s)
    for (const std::size_t b : own) ranges.ranges.push_back(job.ranges.ranges[s * bodies.size() + b]);
  std::vector<ParticleView<Dim, Real>> views;
  std::vector<VectorPlanes<Dim, Real>> impulses;
  for (const std::size_t b : own) {
    views.push_back(job.bodies[b]);
    VectorPlanes<Dim, Real> planes{};
    for (int d = 0; d < Dim; ++d) planes.plane[d] = bodies[b].particles.template plane<Real>("impulse", d);
    impulses.push_back(planes);
  }
  NodeSums<Dim, Real> sums;
  scatter_impulses<Dim, Real>({job.topology, job.lattice, ranges, std::move(views), job.settings}, impulses,
                              sums);
  NodeField<Dim, Real>& to =
      settings.scheme.keeps_particle_velocity() ? grid.fields.before : grid.fields.motion;
  parallel_chunks(static_cast<Index>(sums.is_open.size()), 16, [&](const Chunk& c) {
    for (Index b = c.begin; b < c.end; ++b) {
      if (sums.is_open[static_cast<std::size_t>(b)] == 0) continue;
      for (int n = 0; n < kBlockCells<Dim>; ++n) to.block(b)[n] += sums.field.block(b)[n];
    }
  });
}

template <int Dim, class Real>
void let_go_of_nodes(const MpmSettings<Dim>& settings, const PosedObstacles& obstacles, double dt,
                     const MpmBodies<Dim, Real>& bodies, const MpmGrid<Dim, Real>& grid,
                     MpmCounters& counters) {
  for (const MpmBody<Dim, Real>& body : bodies)
    if (body.elements != nullptr) counters.boundary_work += work_on_spin(settings, obstacles, dt, grid, body);
}

template <int Dim, class Real>
StepReport follow_elements(const MpmSettings<Dim>& settings, double time, double dt,
                           MpmBodies<Dim, Real>& bodies, MpmCounters& counters) {
  for (MpmBody<Dim, Real>& body : bodies) {
    if (body.elements == nullptr) continue;
    ElementBody<Dim>& mesh = *body.elements;
    counters.boundary_work += place_held(settings.lattice, body);
    gather_places(settings.lattice, body);
    if (mesh.forces == ElementForces::Solved) mesh.elements->step_state(mesh.x, mesh.is_held, dt);
    mesh.elements->follow(mesh.x, dt);
    if (const std::string fault = mesh.elements->fault(mesh.x); !fault.empty())
      return StepReport::failure(fmt::format("{} of body \"{}\" at t = {:.6g} s", fault, body.name, time));
  }
  return {};
}

template <int Dim, class Real>
void add_elements(MpmState<Dim, Real>& state, std::size_t number,
                  std::unique_ptr<ElementBody<Dim>> elements) {
  MpmBody<Dim, Real>& body = state.bodies[number];
  body.particles.add(column_type<Real>(), {"impulse", Dim, "kg m/s", Behaviour::Identity});
  body.elements = std::move(elements);
  body.elements->find_vertices(body.particles);
  body.max_viscosity = 0;
  const double limit = longest_step(*body.elements);
  body.max_wave_speed = state.settings.cfl * state.settings.lattice.dx / limit;
  if (const ManifoldElements<Dim>* manifold = manifold_of(*body.elements)) {
    body.particles.add(ColumnType::Double, kLogAcross);
    body.max_wave_speed = std::max(body.max_wave_speed, manifold->contact().wave_speed(body.density));
  }
  gather_places(state.settings.lattice, body);
  body.elements->elements->follow(body.elements->x, 0);
  update_vertices(body, 0);
}

#define FROTH_INSTANCE(Dim, Real)                                                                            \
  template bool has_elements(const MpmBodies<Dim, Real>&);                                                   \
  template void hold_elements(const MpmSettings<Dim>&, double, double, MpmBodies<Dim, Real>&, MpmCounters&); \
  template void step_elements(const MpmSettings<Dim>&, double, double, MpmBodies<Dim, Real>&, MpmCounters&); \
  template void scatter_elements(const MpmSettings<Dim>&, const TransferJob<Dim, Real>&,                     \
                                 MpmBodies<Dim, Real>&, MpmGrid<Dim, Real>&);                                \
  template void let_go_of_nodes(const MpmSettings<Dim>&, const PosedObstacles&, double,                      \
                                const MpmBodies<Dim, Real>&, const MpmGrid<Dim, Real>&, MpmCounters&);       \
  template StepReport follow_elements(const MpmSettings<Dim>&, double, double, MpmBodies<Dim, Real>&,        \
                                      MpmCounters&);                                                         \
  template void add_elements(MpmState<Dim, Real>&, std::size_t, std::unique_ptr<ElementBody<Dim>>);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

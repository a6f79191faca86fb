// SPDX-License-Identifier: Apache-2.0
// Bodies of elements in a step of the grid: vertices carry mass and momentum but no stress; what elements do
// to them is found body by body and goes to the nodes as impulses. Vertices in held regions follow them.
// Source: [Fei2021], section 6, after [Jiang2015], section 7, and [Jiang2017].
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/mpm/node_loads.h>
#include <froth/mpm/particle_reader.h>
#include <froth/mpm/stages.h>
#include <froth/mpm/state_planes.h>
#include <froth/mpm/vertex_contact.h>

namespace froth {

namespace {

constexpr Index kVertexChunk = 4096;

template <class Each>
void for_each_vertex(std::size_t count, Each each) {
  parallel_chunks(static_cast<Index>(count), kVertexChunk, [&](const Chunk& c) {
    for (Index v = c.begin; v < c.end; ++v) each(static_cast<std::size_t>(v));
  });
}

template <int Dim, class Real>
void gather_places(const Lattice<Dim>& lattice, MpmBody<Dim, Real>& body) {
  ElementBody<Dim>& mesh = *body.elements;
  const ParticleReader<Dim, Real> read(std::as_const(body.particles), lattice);
  for_each_vertex(mesh.count(), [&](std::size_t k) {
    const Index s = mesh.slot[k];
    mesh.x[k] = drop<Dim>(read.position(s));
    mesh.v[k] = drop<Dim>(read.velocity(s));
    mesh.mass[k] = double(read.p.mass[s]);
  });
}

/// Gives vertices of held regions the velocity that takes them to where they belong; returns the work of
/// speeding them up.
template <int Dim, class Real>
double hold_vertices(const MpmSettings<Dim>& settings, double time, double dt, MpmBody<Dim, Real>& body) {
  ElementBody<Dim>& mesh = *body.elements;
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(body.particles);
  std::ranges::fill(mesh.is_held, std::uint8_t(0));
  mesh.target.resize(mesh.held.size());
  double work = 0;
  for (std::size_t h = 0; h < mesh.held.size(); ++h) {
    const HeldVertex& one = mesh.held[h];
    const HeldRegion& region = settings.obstacles.held[one.region];
    if (!region.is_active(time)) continue;
    const std::uint32_t k = one.vertex;
    mesh.target[h] = drop<Dim>(region.motion.at(time + dt).to_world(one.at_rest));
    const Vec<Dim, double> v = (mesh.target[h] - mesh.x[k]) / dt;
    work += mesh.mass[k] * dot(v - mesh.v[k], v);
    mesh.v[k] = v;
    mesh.is_held[k] = 1;
    for (int d = 0; d < Dim; ++d) p.v[d][mesh.slot[k]] = Real(v[d]);
  }
  return work;
}

/// Work that whoever holds vertices does against the elements; none where all stand still.
template <int Dim>
double work_of_holders(const MpmSettings<Dim>& settings, const ElementBody<Dim>& mesh, double dt) {
  const auto moves = [&](const HeldVertex& one) {
    return mesh.is_held[one.vertex] != 0 && !settings.obstacles.held[one.region].motion.is_still();
  };
  if (std::ranges::none_of(mesh.held, moves)) return 0;
  std::vector<Vec<Dim, double>> g(mesh.count());
  mesh.elements->gradient(mesh.x, g);
  double work = 0;
  for (const HeldVertex& one : mesh.held)
    if (mesh.is_held[one.vertex] != 0) work += dt * dot(g[one.vertex], mesh.v[one.vertex]);
  return work;
}

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

/// Puts held vertices where they belong, whatever the grid made of them.
template <int Dim, class Real>
double place_held(const Lattice<Dim>& lattice, MpmBody<Dim, Real>& body) {
  ElementBody<Dim>& mesh = *body.elements;
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(body.particles);
  double work = 0;
  for (std::size_t h = 0; h < mesh.held.size(); ++h) {
    const std::uint32_t k = mesh.held[h].vertex;
    if (mesh.is_held[k] == 0) continue;
    const Index s = mesh.slot[k];
    Vec<Dim, std::int32_t> cell{};
    Vec<Dim, double> offset{};
    lattice.locate(mesh.target[h], cell, offset);
    for (int d = 0; d < Dim; ++d) {
      if (p.cell[d][s] != cell[d]) body.is_sorted = false;
      work += mesh.mass[k] * (mesh.v[k][d] - double(p.v[d][s])) * mesh.v[k][d];
      p.cell[d][s] = cell[d];
      p.offset[d][s] = Offset<Real>::encode(offset[d]);
      p.v[d][s] = Real(mesh.v[k][d]);
    }
  }
  return work;
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
    if (mesh.forces == ElementForces::Newton || is_kept) {
      // Elements resist gravity in the same step, which the nodes will feel after them.
      std::vector<Vec<Dim, double>> falling = mesh.v;
      for (std::size_t k = 0; k < falling.size(); ++k)
        if (mesh.is_held[k] == 0) falling[k] += dt * gravity_at(settings, time);
      const VertexMotion<Dim> ahead{mesh.x, falling, mesh.mass, mesh.is_held};
      mesh.iterations = mesh.elements->newton_step(ahead, dt, mesh.dv);
    } else {
      mesh.elements->explicit_step(mesh.motion(), dt, mesh.dv);
    }
    counters.boundary_work += work_of_holders(settings, mesh, dt);
    Real* plane[Dim];
    for (int d = 0; d < Dim; ++d) plane[d] = body.particles.template plane<Real>("impulse", d);
    const ParticleView<Dim, Real> p = view_of<Dim, Real>(body.particles);
    // Who holds a vertex carries its weight, which the nodes would hang on its neighbours. Where vertices
    // keep what the step gives them, P2G takes it to the nodes, and what nodes do not resolve of it stays.
    const Vec<Dim, double> weight = dt * gravity_at(settings, time);
    for_each_vertex(mesh.count(), [&](std::size_t k) {
      Vec<Dim, double> dv = mesh.is_held[k] != 0 ? -weight : mesh.dv[k];
      if (is_kept && mesh.is_held[k] == 0) {
        for (int d = 0; d < Dim; ++d) p.v[d][mesh.slot[k]] = Real(mesh.v[k][d] + dv[d]);
        dv = {};
      }
      for (int d = 0; d < Dim; ++d) plane[d][mesh.slot[k]] = Real(mesh.mass[k] * dv[d]);
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
  template StepReport follow_elements(const MpmSettings<Dim>&, double, double, MpmBodies<Dim, Real>&,        \
                                      MpmCounters&);                                                         \
  template void add_elements(MpmState<Dim, Real>&, std::size_t, std::unique_ptr<ElementBody<Dim>>);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

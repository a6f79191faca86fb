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
#include <froth/mpm/vertex_job.h>
#include <froth/transfer/node_rules.h>
#include <froth/transfer/particle_rules.h>

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

/// Work that whoever holds vertices does against the elements.
template <int Dim>
double work_of_holders(const ElementBody<Dim>& mesh, double dt) {
  bool moves = false;
  for (const HeldVertex& one : mesh.held)
    moves = moves || (mesh.is_held[one.vertex] != 0 && norm(mesh.v[one.vertex]) > 0);
  if (!moves) return 0;
  std::vector<Vec<Dim, double>> g(mesh.count());
  mesh.elements->gradient(mesh.x, g);
  double work = 0;
  for (const HeldVertex& one : mesh.held)
    if (mesh.is_held[one.vertex] != 0) work += dt * dot(g[one.vertex], mesh.v[one.vertex]);
  return work;
}

/// The longest step of a body's elements [s]. An implicit step knows nothing of the grid, which passes on
/// only what it resolves of the momentum, so that it gains energy where it is too long: cloth on cells of its
/// own edges did at 15 explicit limits and not at 3, strands not at 55.
template <int Dim>
double longest_step(const ElementBody<Dim>& mesh) {
  const double limit = mesh.elements->explicit_limit();
  if (mesh.forces == ElementForces::Explicit) return limit;
  return limit * (mesh.joined.segments.empty() ? 4 : 40);
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

/// Puts the velocity that the nodes would give the vertices, were there no elements, in the place of their
/// impulses. An implicit step must start from what really moves its vertices: velocities that the grid does
/// not see move nothing, and steps that resist them gain energy.
template <int Dim, class Real>
void foresee_motion(const MpmSettings<Dim>& settings, const MpmGrid<Dim, Real>& grid,
                    const VertexJob<Dim, Real>& own) {
  const GridFields<Dim, Real>& fields = grid.fields;
  const bool keeps = settings.scheme.keeps_particle_velocity();
  NodeField<Dim, Real> ahead;
  ahead.resize(static_cast<Index>(fields.is_open.size()));
  parallel_chunks(static_cast<Index>(fields.is_open.size()), 16, [&](const Chunk& c) {
    for (Index b = c.begin; b < c.end; ++b) {
      if (fields.is_open[static_cast<std::size_t>(b)] == 0) continue;
      for (int n = 0; n < kBlockCells<Dim>; ++n) {
        auto node = fields.motion.block(b)[n];
        const Real mass = node[3];
        if (keeps) node += fields.before.block(b)[n];
        ahead.block(b)[n] = mass > kLeastNodeMass<Real> ? node * (Real(1) / mass) : decltype(node){};
      }
    }
  });
  gather_vectors<Dim, Real>(own.job, ahead, fields.touched, own.impulses);
}

/// Of that, and of the velocities of vertices, what carries each vertex in this scheme.
template <int Dim, class Real>
std::vector<Vec<Dim, double>> carrying_velocities(const TransferSettings& t, MpmBody<Dim, Real>& body) {
  const ElementBody<Dim>& mesh = *body.elements;
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(body.particles);
  const VectorPlanes<Dim, Real> seen = impulses_of<Dim, Real>(body);
  std::vector<Vec<Dim, double>> v(mesh.count());
  for_each_vertex(mesh.count(), [&](std::size_t k) {
    const Index s = mesh.slot[k];
    double divergence = 0, beta = t.beta_max;
    for (int d = 0; d < Dim; ++d) divergence += double(p.grad_v[d * Dim + d][s]);
    if (p.volume_ratio_to_separation != nullptr)
      beta = beta_by_volume(double(p.volume_ratio_to_separation[s]), t.dt * divergence, t.beta_min, t.beta_max);
    if (!t.keeps_velocity) beta = 0;
    for (int d = 0; d < Dim; ++d) {
      const double of_nodes = double(seen.plane[d][s]);
      v[k][d] = of_nodes + beta * t.flip_ratio * (mesh.v[k][d] - of_nodes);
    }
  });
  return v;
}

}  // namespace

template <int Dim, class Real>
void place_elements(const Lattice<Dim>& lattice, MpmBody<Dim, Real>& body) {
  gather_places(lattice, body);
  body.elements->find_axes();
}

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
void step_elements(const MpmSettings<Dim>& settings, double time, const TransferJob<Dim, Real>& job,
                   MpmBodies<Dim, Real>& bodies, MpmGrid<Dim, Real>& grid, MpmCounters& counters) {
  const double dt = job.settings.dt;
  VertexJob<Dim, Real> own(job, bodies);
  foresee_motion(settings, grid, own);
  for (const std::size_t b : own.bodies) {
    MpmBody<Dim, Real>& body = bodies[b];
    ElementBody<Dim>& mesh = *body.elements;
    if (mesh.forces == ElementForces::Newton) {
      // Elements resist gravity in the same step, which the nodes will feel after them.
      std::vector<Vec<Dim, double>> ahead = carrying_velocities(job.settings, body);
      for (std::size_t k = 0; k < ahead.size(); ++k)
        ahead[k] = mesh.is_held[k] != 0 ? mesh.v[k] : ahead[k] + dt * gravity_at(settings, time);
      mesh.iterations = mesh.elements->newton_step({mesh.x, ahead, mesh.mass, mesh.is_held}, dt, mesh.dv);
    } else {
      mesh.elements->explicit_step(mesh.motion(), dt, mesh.dv);
    }
    counters.boundary_work += work_of_holders(mesh, dt);
    const VectorPlanes<Dim, Real> plane = impulses_of<Dim, Real>(body);
    // Who holds a vertex carries its weight, which the nodes would hang on its neighbours.
    const Vec<Dim, double> weight = dt * gravity_at(settings, time);
    for_each_vertex(mesh.count(), [&](std::size_t k) {
      const Vec<Dim, double> dv = mesh.is_held[k] != 0 ? -weight : mesh.dv[k];
      for (int d = 0; d < Dim; ++d) plane.plane[d][mesh.slot[k]] = Real(mesh.mass[k] * dv[d]);
    });
  }
  NodeSums<Dim, Real> sums;
  scatter_impulses<Dim, Real>(own.job, own.impulses, sums);
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
    mesh.elements->follow(mesh.x, dt);
    mesh.find_axes();
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
  body.max_wave_speed = std::max(state.settings.cfl * state.settings.lattice.dx / limit,
                                 body.elements->contact.wave_speed(body.density));
  if (body.elements->across_is_apart()) body.particles.add(ColumnType::Double, kLogAcross);
  gather_places(state.settings.lattice, body);
  body.elements->elements->follow(body.elements->x, 0);
  body.elements->find_axes();
  update_vertices(body, 0);
}

#define FROTH_INSTANCE(Dim, Real)                                                                            \
  template void place_elements(const Lattice<Dim>&, MpmBody<Dim, Real>&);                                     \
  template bool has_elements(const MpmBodies<Dim, Real>&);                                                   \
  template void hold_elements(const MpmSettings<Dim>&, double, double, MpmBodies<Dim, Real>&, MpmCounters&); \
  template void step_elements(const MpmSettings<Dim>&, double, const TransferJob<Dim, Real>&,                \
                              MpmBodies<Dim, Real>&, MpmGrid<Dim, Real>&, MpmCounters&);                     \
  template StepReport follow_elements(const MpmSettings<Dim>&, double, double, MpmBodies<Dim, Real>&,        \
                                      MpmCounters&);                                                         \
  template void add_elements(MpmState<Dim, Real>&, std::size_t, std::unique_ptr<ElementBody<Dim>>);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

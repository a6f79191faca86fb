// SPDX-License-Identifier: Apache-2.0
// Makes bodies and appends particles to them. Source: the particles of docs/architecture.md.
#include <algorithm>

#include <froth/mpm/stages.h>
#include <froth/mpm/state_planes.h>

namespace froth {

namespace {

template <int Dim, class Real>
void place_particle(const ParticleView<Dim, Real>& p, Index s, const NewParticle<Dim>& from,
                    const Lattice<Dim>& lattice, double density) {
  Vec<Dim, std::int32_t> cell{};
  Vec<Dim, double> offset{};
  lattice.locate(from.x, cell, offset);
  for (int d = 0; d < Dim; ++d) {
    p.cell[d][s] = cell[d];
    p.offset[d][s] = Offset<Real>::encode(offset[d]);
    p.v[d][s] = Real(from.v[d]);
  }
  for (int k = 0; k < Dim * Dim; ++k) p.C[k][s] = p.grad_v[k][s] = Real(from.grad_v(k / Dim, k % Dim));
  p.mass[s] = Real(density * from.volume);
  p.V0[s] = Real(from.volume);
}

/// Columns of a body whose particles come with every append.
template <int Dim, class Real, class L>
void add_columns(ColumnTable& set, const TransferColumns& columns, bool law_varies) {
  add_transfer_columns<Dim, Real>(set, columns);
  for (const AttributeInfo& info : L::attributes) set.add(column_type<Real>(), info);
  if (law_varies) set.add(column_type<Real>(), LawPlanes<L, Real>::info());
}

/// Particles that are made and placed at once.
constexpr Index kPart = 1 << 16;

/// New particles at rest strain, from slot `first` on, for which there is room.
template <int Dim, class Real>
void place_particles(const Lattice<Dim>& lattice, const std::vector<NewParticle<Dim>>& particles, Index first,
                     MpmBody<Dim, Real>& body, MpmCounters& counters) {
  ColumnTable& set = body.particles;
  const ParticleView<Dim, Real> view = view_of<Dim, Real>(set);
  std::uint64_t* id = set.plane<std::uint64_t>("id");
  Index s = first;
  for (const NewParticle<Dim>& particle : particles) {
    id[s] = particle.id;
    counters.next_id = std::max(counters.next_id, particle.id + 1);
    place_particle(view, s++, particle, lattice, body.density);
    body.max_speed = std::max(body.max_speed, norm(particle.v));
  }
  const auto rest = [&]<class L>(const L&) {
    const StatePlanes<L, Real> states(set);
    const LawPlanes<L, Real> laws(set);
    for (Index k = first; k < s; ++k) {
      states.store(k, L::rest());
      const auto& x = particles[static_cast<std::size_t>(k - first)].x;
      if (body.law_at) laws.store(k, std::get<L>(body.law_at(lift(x))));
    }
  };
  std::visit(rest, body.law);
}

}  // namespace

template <int Dim, class Real>
double largest_viscosity(const MpmBody<Dim, Real>& body) {
  const auto of_law = [&]<class L>(const L& law) {
    const LawPlanes<L, const Real> laws(body.particles);
    if (!laws.varies()) return double(law.viscosity());
    double largest = 0;
    for (Index s = 0; s < body.particles.count(); ++s)
      largest = std::max(largest, double(laws.load(s).viscosity()));
    return largest;
  };
  return std::visit(of_law, body.law);
}

template <int Dim, class Real>
MpmState<Dim, Real>::MpmState(MpmSettings<Dim> of)
    : settings(std::move(of)), rigid(settings.obstacles.colliders, Dim) {
  FROTH_CHECK(!settings.scheme.is_polynomial || settings.lattice.degree == 2,
              "polynomial modes are those of a quadratic kernel");
}

template <int Dim, class Real>
void add_body(MpmState<Dim, Real>& state, std::string name, const std::type_identity_t<Law<Dim, Real>>& law,
              double density, const std::vector<NewParticle<Dim>>& particles,
              std::type_identity_t<LawAt<Dim, Real>> law_at) {
  const auto part = [&](Index begin, Index end) {
    return std::vector(particles.begin() + begin, particles.begin() + end);
  };
  add_body(state, std::move(name), law, density,
           NewParticles<Dim>{static_cast<Index>(particles.size()), part}, std::move(law_at));
}

template <int Dim, class Real>
void add_body(MpmState<Dim, Real>& state, std::string name, const std::type_identity_t<Law<Dim, Real>>& law,
              double density, const NewParticles<Dim>& particles,
              std::type_identity_t<LawAt<Dim, Real>> law_at) {
  const MpmSettings<Dim>& settings = state.settings;
  MpmBody<Dim, Real> body{
      .name = std::move(name), .law = law, .density = density, .particles = {}, .runs = {}};
  body.law_at = std::move(law_at);
  std::visit(
      [&]<class L>(const L&) {
        const TransferColumns columns{.gradient_apart = settings.gradient == GradientForm::Kernel,
                                      .volume_ratio_to_separation = settings.scheme.beta_volume,
                                      .modes = static_cast<int>(settings.scheme.mode_scales.size())};
        add_columns<Dim, Real, L>(body.particles, columns, static_cast<bool>(body.law_at));
      },
      law);
  state.bodies.push_back(std::move(body));
  MpmBody<Dim, Real>& added = state.bodies.back();
  added.particles.resize(particles.count);
  for (Index begin = 0; begin < particles.count; begin += kPart) {
    const Index end = std::min(begin + kPart, particles.count);
    place_particles(settings.lattice, particles.make(begin, end), begin, added, state.counters);
  }
  added.max_viscosity = largest_viscosity(added);
  const StepReport report = respond_from(added, 0, 0, 0);
  if (!report.ok()) throw InputError(report.reason);
}

template <int Dim, class Real>
void set_separation_ratio(MpmState<Dim, Real>& state, std::size_t body, double ratio) {
  state.bodies[body].separation_ratio = ratio;
  const StepReport report = respond_from(state.bodies[body], 0, 0, 0);
  if (!report.ok()) throw InputError(report.reason);
}

template <int Dim, class Real>
void add_emitter(MpmState<Dim, Real>& state, std::size_t body, Emitter emitter) {
  state.bodies[body].emitter = std::move(emitter);
}

template <int Dim, class Real>
void add_resampling(MpmState<Dim, Real>& state, std::vector<std::size_t> bodies,
                    const ResamplingSettings& settings) {
  state.resampled.push_back({.bodies = std::move(bodies), .settings = settings});
}

template <int Dim, class Real>
StepReport append_particles(const Lattice<Dim>& lattice, const std::vector<NewParticle<Dim>>& particles,
                            double time, MpmBody<Dim, Real>& body, MpmCounters& counters) {
  const Index first = body.particles.count();
  body.particles.resize(first + static_cast<Index>(particles.size()));
  body.is_sorted = false;
  place_particles(lattice, particles, first, body, counters);
  body.max_viscosity = largest_viscosity(body);
  return respond_from(body, first, time, 0);
}

#define FROTH_INSTANCE(Dim, Real)                                                                          \
  template double largest_viscosity(const MpmBody<Dim, Real>&);                                            \
  template struct MpmState<Dim, Real>;                                                                     \
  template void add_body(MpmState<Dim, Real>&, std::string, const Law<Dim, Real>&, double,                 \
                         const std::vector<NewParticle<Dim>>&, LawAt<Dim, Real>);                          \
  template void add_body(MpmState<Dim, Real>&, std::string, const Law<Dim, Real>&, double,                 \
                         const NewParticles<Dim>&, LawAt<Dim, Real>);                                      \
  template void set_separation_ratio(MpmState<Dim, Real>&, std::size_t, double);                           \
  template void add_emitter(MpmState<Dim, Real>&, std::size_t, Emitter);                                   \
  template void add_resampling(MpmState<Dim, Real>&, std::vector<std::size_t>, const ResamplingSettings&); \
  template StepReport append_particles(const Lattice<Dim>&, const std::vector<NewParticle<Dim>>&, double,  \
                                       MpmBody<Dim, Real>&, MpmCounters&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth

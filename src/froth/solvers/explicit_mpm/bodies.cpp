// SPDX-License-Identifier: Apache-2.0
// Makes bodies, and saves and restores them. Source: the particles of docs/architecture.md.
#include <algorithm>

#include <froth/solvers/explicit_mpm/explicit_mpm.h>
#include <froth/solvers/explicit_mpm/state_planes.h>

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

/// The order is part of the state: particles are sorted only when they must be.
template <int Dim, class Real>
void save_runs(const MpmBody<Dim, Real>& body, BinaryWriter& out) {
  out.put<std::uint8_t>(body.is_sorted ? 1 : 0);
  if (!body.is_sorted) return;
  out.put<std::uint64_t>(body.runs.blocks.size());
  out.bytes(body.runs.blocks.data(), body.runs.blocks.size() * sizeof(BlockCoord<Dim>));
  out.bytes(body.runs.begin.data(), body.runs.begin.size() * sizeof(Index));
}
template <int Dim, class Real>
void load_runs(MpmBody<Dim, Real>& body, BinaryReader& in) {
  const auto is_sorted = in.get<std::uint8_t>();
  if (is_sorted > 1) throw InputError("the saved state has a particle order of an unknown kind");
  body.is_sorted = is_sorted == 1;
  if (!body.is_sorted) return;
  const auto count = in.get<std::uint64_t>();
  in.need(count, sizeof(BlockCoord<Dim>) + sizeof(Index));
  body.runs.blocks.resize(count);
  body.runs.begin.resize(count + 1);
  in.bytes(body.runs.blocks.data(), count * sizeof(BlockCoord<Dim>));
  in.bytes(body.runs.begin.data(), (count + 1) * sizeof(Index));
  const std::vector<Index>& begin = body.runs.begin;
  if (begin.front() != 0 || !std::is_sorted(begin.begin(), begin.end()))
    throw InputError("the saved state has blocks of particles that overlap");
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
ExplicitMpm<Dim, Real>::ExplicitMpm(ExplicitMpmSettings<Dim> settings) : settings_(std::move(settings)) {
  FROTH_CHECK(!settings_.scheme.is_polynomial || settings_.lattice.degree == 2,
              "polynomial modes are those of a quadratic kernel");
}

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::add_body(std::string name, const Law<Real>& law, double density,
                                      const std::vector<NewParticle<Dim>>& particles, LawAt<Real> law_at) {
  MpmBody<Dim, Real> body{
      .name = std::move(name), .law = law, .density = density, .particles = {}, .runs = {}};
  body.law_at = std::move(law_at);
  std::visit(
      [&]<class L>(const L&) {
        const TransferColumns columns{.gradient_apart = settings_.gradient == GradientForm::Kernel,
                                      .openness = settings_.scheme.beta_volume,
                                      .modes = static_cast<int>(settings_.scheme.mode_scales.size())};
        add_columns<Dim, Real, L>(body.particles, columns, static_cast<bool>(body.law_at));
      },
      law);
  bodies_.push_back(std::move(body));
  const StepReport report = append(bodies_.size() - 1, particles, 0);
  if (!report.ok) throw InputError(report.reason);
}

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::set_separation_ratio(std::size_t b, double ratio) {
  bodies_[b].separation_ratio = ratio;
  const StepReport report = respond_from(b, 0, 0, 0);
  if (!report.ok) throw InputError(report.reason);
}

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::add_emitter(std::size_t b, Emitter emitter) {
  bodies_[b].emitter = std::move(emitter);
}

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::add_resampling(std::vector<std::size_t> bodies,
                                            const ResamplingSettings& settings) {
  resampled_.push_back({.bodies = std::move(bodies), .settings = settings});
}

/// New particles at rest strain, with the stress that the next scatter and the wave speed that the next step
/// need.
template <int Dim, class Real>
StepReport ExplicitMpm<Dim, Real>::append(std::size_t b, const std::vector<NewParticle<Dim>>& particles,
                                          double time) {
  MpmBody<Dim, Real>& body = bodies_[b];
  ColumnTable& set = body.particles;
  const Index first = set.count();
  set.resize(first + static_cast<Index>(particles.size()));
  body.is_sorted = false;
  const ParticleView<Dim, Real> view = view_of<Dim, Real>(set);
  std::uint64_t* id = set.plane<std::uint64_t>("id");
  Index s = first;
  for (const NewParticle<Dim>& particle : particles) {
    id[s] = particle.id;
    next_id_ = std::max(next_id_, particle.id + 1);
    place_particle(view, s++, particle, settings_.lattice, body.density);
    body.max_speed = std::max(body.max_speed, norm(particle.v));
  }
  std::visit(
      [&]<class L>(const L&) {
        const StatePlanes<L, Real> states(set);
        const LawPlanes<L, Real> laws(set);
        for (Index k = first; k < set.count(); ++k) {
          states.store(k, L::rest());
          const auto& x = particles[static_cast<std::size_t>(k - first)].x;
          if (body.law_at) laws.store(k, std::get<L>(body.law_at(lift(x))));
        }
      },
      body.law);
  body.max_viscosity = largest_viscosity(body);
  return respond_from(b, first, time, 0);
}

template <int Dim, class Real>
std::vector<BodyView> ExplicitMpm<Dim, Real>::bodies() const {
  std::vector<BodyView> views;
  for (const auto& body : bodies_)
    views.push_back(
        {body.name, std::visit([]<class L>(const L&) { return L::name; }, body.law), &body.particles});
  return views;
}

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::save(BinaryWriter& out) const {
  for (const double x : {boundary_work_, mass_emitted_, mass_removed_}) out.put(x);
  out.put(next_id_);
  for (const Index count : {removed_, inserted_, merged_}) out.put(count);
  for (const ResampledGroup& group : resampled_) {
    out.put(group.steps);
    out.put(group.strain);
    out.put(group.events);
  }
  out.put<std::uint64_t>(bodies_.size());
  for (const auto& body : bodies_) {
    out.text(body.name);
    out.put(body.max_speed);
    out.put(body.max_wave_speed);
    out.put(body.next_batch);
    out.put(body.emitted);
    save_runs(body, out);
    save_table(body.particles, out);
  }
}

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::load(BinaryReader& in) {
  for (double* x : {&boundary_work_, &mass_emitted_, &mass_removed_}) *x = in.get<double>();
  next_id_ = in.get<std::uint64_t>();
  for (Index* count : {&removed_, &inserted_, &merged_}) *count = in.get<Index>();
  for (ResampledGroup& group : resampled_) {
    group.steps = in.get<std::int64_t>();
    group.strain = in.get<double>();
    group.events = in.get<std::uint32_t>();
  }
  if (in.get<std::uint64_t>() != bodies_.size())
    throw InputError("the saved state has another number of bodies");
  for (auto& body : bodies_) {
    if (in.text() != body.name) throw InputError("the saved state has other bodies");
    body.max_speed = in.get<double>();
    body.max_wave_speed = in.get<double>();
    body.next_batch = in.get<std::uint64_t>();
    body.emitted = in.get<Index>();
    load_runs(body, in);
    load_table(body.particles, in);
    if (body.is_sorted && body.runs.begin.back() != body.particles.count())
      throw InputError("the saved state has blocks for another number of particles");
    body.max_viscosity = largest_viscosity(body);
  }
}

template <int Dim, class Real>
std::size_t ExplicitMpm<Dim, Real>::bytes() const {
  std::size_t total = topology_.bytes() + grid_.motion.bytes() + grid_.before.bytes() +
                      ranges_.ranges.capacity() * sizeof(SourceRanges::Range);
  for (const auto& body : bodies_)
    total += body.particles.bytes() + body.runs.blocks.capacity() * sizeof(BlockCoord<Dim>) +
             body.runs.begin.capacity() * sizeof(Index);
  return total;
}

#define FROTH_MEMBERS(Dim, Real)                                                                             \
  template double largest_viscosity(const MpmBody<Dim, Real>&);                                              \
  template ExplicitMpm<Dim, Real>::ExplicitMpm(ExplicitMpmSettings<Dim>);                                    \
  template void ExplicitMpm<Dim, Real>::add_body(std::string, const Law<Real>&, double,                      \
                                                 const std::vector<NewParticle<Dim>>&, LawAt<Real>);         \
  template void ExplicitMpm<Dim, Real>::set_separation_ratio(std::size_t, double);                           \
  template void ExplicitMpm<Dim, Real>::add_emitter(std::size_t, Emitter);                                   \
  template void ExplicitMpm<Dim, Real>::add_resampling(std::vector<std::size_t>, const ResamplingSettings&); \
  template StepReport ExplicitMpm<Dim, Real>::append(std::size_t, const std::vector<NewParticle<Dim>>&,      \
                                                     double);                                                \
  template std::vector<BodyView> ExplicitMpm<Dim, Real>::bodies() const;                                     \
  template void ExplicitMpm<Dim, Real>::save(BinaryWriter&) const;                                           \
  template void ExplicitMpm<Dim, Real>::load(BinaryReader&);                                                 \
  template std::size_t ExplicitMpm<Dim, Real>::bytes() const;
FROTH_FOR_EVERY_SOLVER(FROTH_MEMBERS)

}  // namespace froth

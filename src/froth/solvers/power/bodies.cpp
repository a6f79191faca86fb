// SPDX-License-Identifier: Apache-2.0
// Makes bodies, lets them grow and shrink, and shows them to output. Ids are given in the order of emission,
// bodies in order, so that neither threads nor restarts can change them. Source: [Qu2023], section 4.1, for
// the particle's volume; geometry/emitter.h.
#include <algorithm>
#include <cmath>

#include <froth/base/error.h>
#include <froth/power/spread.h>
#include <froth/solvers/power/power_solver.h>

namespace froth {

namespace {

PointField field(std::string_view name, std::string_view unit, int components, auto value) {
  return {std::string(name), std::string(unit), components, [value](int k, std::span<double> values) {
            for (std::size_t s = 0; s < values.size(); ++s) values[s] = value(k, s);
          }};
}

/// Inserts `count` copies of `value` before place `at`.
template <class T>
void insert_at(std::vector<T>& column, std::size_t at, std::size_t count) {
  column.insert(column.begin() + static_cast<std::ptrdiff_t>(at), count, T{});
}

}  // namespace

template <int Dim>
PowerSolver<Dim>::PowerSolver(PowerSettings<Dim> settings)
    : settings_(std::move(settings)), rigid_(settings_.obstacles.colliders, Dim), plan_(settings_.plan) {}

template <int Dim>
void PowerSolver<Dim>::add_body(std::string name, const Law<Dim, double>& law, double density,
                                const std::vector<PowerParticle<Dim>>& particles,
                                std::optional<Emitter> emitter) {
  PowerBody<Dim> body{.name = std::move(name), .law = law, .density = density, .states = {}};
  body.numbers =
      std::visit([]<class L>(const L&) { return sizeof(typename L::State) / sizeof(double); }, law);
  body.begin = body.end = particles_.x.size();
  body.emitter = std::move(emitter);
  bodies_.push_back(std::move(body));
  insert(bodies_.back(), particles);
}

template <int Dim>
void PowerSolver<Dim>::insert(PowerBody<Dim>& body, const std::vector<PowerParticle<Dim>>& particles) {
  const std::size_t first = body.end, count = particles.size();
  PowerParticles<Dim>::for_columns(particles_, [&](auto& column) { insert_at(column, first, count); });
  body.end += count;
  body.states.resize((body.end - body.begin) * body.numbers);
  for (PowerBody<Dim>& later : bodies_)
    if (&later > &body) later.begin += count, later.end += count;
  const double size = settings_.cell_size * settings_.cell_size / 4;  // of a quadratic B-spline
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t p = first + k;
    const PowerParticle<Dim>& from = particles[k];
    particles_.id[p] = counters_.next_id++;
    particles_.x[p] = from.x, particles_.v[p] = from.v, particles_.C[p] = from.C;
    particles_.moment[p] = Mat<Dim, double>::identity() * size;
    particles_.mass[p] = body.density * from.volume, particles_.V0[p] = from.volume, particles_.J[p] = 1;
    body.largest_speed = std::max(body.largest_speed, norm(from.v));
  }
  std::visit(
      [&]<class L>(const L&) {
        for (std::size_t p = first; p < first + count; ++p) body.template set_state<L>(p, L::rest());
      },
      body.law);
}

template <int Dim>
void PowerSolver<Dim>::start(double time) {
  const StepReport report = make_rows(pose_obstacles(settings_.obstacles, time, 0, rigid_), time);
  if (!report.ok()) throw InputError(report.reason);
  note_frequencies();
}

template <int Dim>
void PowerSolver<Dim>::emit(double time) {
  for (PowerBody<Dim>& body : bodies_) {
    if (!body.emitter || body.emitted == body.emitter->budget) continue;
    const Emitter& emitter = *body.emitter;
    const double volume = std::pow(emitter.sampling.spacing, Dim);
    // Rounding may put a batch that is due now just behind this moment: a part in a billion forgives.
    for (auto due = emitter.due(body.next_batch); due && *due <= time * (1 + 1e-9);
         due = emitter.due(++body.next_batch)) {
      std::vector<PowerParticle<Dim>> particles;
      for (const Vec3<double>& x : emitter.points(body.next_batch, time)) {
        if (body.emitted == emitter.budget) break;
        particles.push_back({drop<Dim>(x), drop<Dim>(emitter.velocity), {}, volume});
        body.emitted += 1;
        counters_.mass_emitted += body.density * volume;
        counters_.energy_emitted += body.density * volume / 2 * dot(emitter.velocity, emitter.velocity);
      }
      if (!particles.empty()) insert(body, particles);
    }
  }
}

template <int Dim>
void PowerSolver<Dim>::remove_killed(double time) {
  if (settings_.obstacles.kill_zones.empty()) return;
  const PosedKillZones zones(settings_.obstacles.kill_zones, time);
  std::vector<std::uint32_t> kept;
  for (const PowerBody<Dim>& body : bodies_)
    for (std::size_t p = body.begin; p < body.end; ++p) {
      if (!zones.removes(lift(particles_.x[p]))) {
        kept.push_back(static_cast<std::uint32_t>(p));
        continue;
      }
      const double m = particles_.mass[p];
      counters_.removed += 1, counters_.mass_removed += m;
      counters_.energy_removed += m / 2 * dot(particles_.v[p], particles_.v[p]);
      std::visit(
          [&]<class L>(const L& law) {
            counters_.energy_removed += particles_.V0[p] * law.energy(body.template state<L>(p));
          },
          body.law);
    }
  if (kept.size() < particles_.x.size()) keep(kept);
}

/// `kept` in ascending order; the others go.
template <int Dim>
void PowerSolver<Dim>::keep(const std::vector<std::uint32_t>& kept) {
  PowerParticles<Dim>::for_columns(particles_, [&](auto& column) {
    for (std::size_t k = 0; k < kept.size(); ++k) column[k] = column[kept[k]];
    column.resize(kept.size());
  });
  std::size_t next = 0;
  for (PowerBody<Dim>& body : bodies_) {
    const std::size_t begin = next;
    std::vector<double> states;
    for (; next < kept.size() && kept[next] < body.end; ++next)
      for (std::size_t n = 0; n < body.numbers; ++n)
        states.push_back(body.states[(kept[next] - body.begin) * body.numbers + n]);
    body.begin = begin, body.end = next, body.states = std::move(states);
  }
}

template <int Dim>
std::vector<BodyView> PowerSolver<Dim>::bodies() const {
  std::vector<BodyView> views;
  for (const PowerBody<Dim>& b : bodies_) {
    BodyView view{.name = b.name, .law = {}, .id = {}, .fields = {}};
    view.id = std::span(particles_.id).subspan(b.begin, b.end - b.begin);
    const PowerParticles<Dim>* p = &particles_;
    const std::size_t first = b.begin;
    const auto volume = [p, first](std::size_t s) { return p->J[first + s] * p->V0[first + s]; };
    view.fields = {
        field(kPosition, "m", 3, [=](int k, std::size_t s) { return k < Dim ? p->x[first + s][k] : 0.0; }),
        field(kVelocity, "m/s", 3, [=](int k, std::size_t s) { return k < Dim ? p->v[first + s][k] : 0.0; }),
        field(kRadius, "m", 1, [=](int, std::size_t s) { return ball_radius(Dim, volume(s)); }),
        field("J", "-", 1, [=](int, std::size_t s) { return p->J[first + s]; }),
        field("volume", "m^dim", 1, [=](int, std::size_t s) { return volume(s); }),
        field("mass", "kg", 1, [=](int, std::size_t s) { return p->mass[first + s]; }),
        field("C", "1/s", Dim * Dim,
              [=](int k, std::size_t s) { return p->C[first + s](k / Dim, k % Dim); })};
    std::visit(
        [&]<class L>(const L&) {
          view.law = L::name;
          std::size_t at = 0;
          for (const AttributeInfo& info : L::attributes) {
            const PowerBody<Dim>* body = &b;
            view.fields.push_back(field(info.name, info.unit, info.components, [=](int k, std::size_t s) {
              return body->states[s * body->numbers + at + static_cast<std::size_t>(k)];
            }));
            at += static_cast<std::size_t>(info.components);
          }
        },
        b.law);
    views.push_back(std::move(view));
  }
  return views;
}

template <int Dim>
std::vector<MovedCollider> PowerSolver<Dim>::moved_colliders() const {
  std::vector<MovedCollider> moved;
  for (const RigidBody& body : rigid_.bodies()) moved.push_back({body.collider, body.pose()});
  return moved;
}

template <int Dim>
std::size_t PowerSolver<Dim>::bytes() const {
  std::size_t total = plan_.bytes();
  PowerParticles<Dim>::for_columns(
      particles_, [&](const auto& column) { total += column.capacity() * sizeof(column[0]); });
  for (const PowerBody<Dim>& body : bodies_) total += body.states.capacity() * sizeof(double);
  if (grid_) total += grid_->rows.bytes() + grid_->node.capacity() * sizeof(Vec<Dim, double>) * 3;
  return total;
}

#define FROTH_INSTANCE(Dim)                                                                                 \
  template PowerSolver<Dim>::PowerSolver(PowerSettings<Dim>);                                               \
  template void PowerSolver<Dim>::add_body(std::string, const Law<Dim, double>&, double,                    \
                                           const std::vector<PowerParticle<Dim>>&, std::optional<Emitter>); \
  template void PowerSolver<Dim>::start(double);                                                            \
  template void PowerSolver<Dim>::emit(double);                                                             \
  template void PowerSolver<Dim>::remove_killed(double);                                                    \
  template std::vector<BodyView> PowerSolver<Dim>::bodies() const;                                          \
  template std::vector<MovedCollider> PowerSolver<Dim>::moved_colliders() const;                            \
  template std::size_t PowerSolver<Dim>::bytes() const;
FROTH_INSTANCE(2)
FROTH_INSTANCE(3)

}  // namespace froth

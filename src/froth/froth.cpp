// SPDX-License-Identifier: Apache-2.0
// The public face over the rooms: it only translates, there is no physics here.
#include <froth/froth.h>

#include <atomic>
#include <utility>

#include <froth/scene/read.h>
#include <froth/sim/frame_output.h>
#include <froth/sim/run.h>

namespace froth {

namespace {

Point point(const Vec3<double>& x) { return {x[0], x[1], x[2]}; }

Scene read(const SceneSource& source) {
  const ReadOptions options{source.overrides, source.quality};
  if (source.text.empty()) return read_scene(source.path, options);
  return read_scene_text(source.text, source.path, options);
}

Simulation checked(const SceneSource& source) {
  Simulation simulation(read(source));
  check_attributes(simulation);
  return simulation;
}

}  // namespace

SceneSource scene_file(const std::string& path) { return {path, {}, {}, {}}; }

SceneSource scene_text(const std::string& text, const std::string& name) {
  // An empty text would be taken for a file; a scene of one blank line says what is missing from it.
  return {name, text.empty() ? "\n" : text, {}, {}};
}

struct World::Inside {
  Simulation simulation;

  BodyView body(std::size_t number) const {
    const std::vector<BodyView> bodies = simulation.solver().bodies();
    if (number >= bodies.size())
      throw InputError("there is no body " + std::to_string(number) + "; the scene \"" +
                       simulation.scene().name + "\" has " + std::to_string(bodies.size()) +
                       ", counted from 0");
    return bodies[number];
  }
};

World::World(const SceneSource& source) : inside_(new Inside{checked(source)}) {}
World::~World() = default;
World::World(World&& other) noexcept = default;
World& World::operator=(World&& other) noexcept = default;

std::string World::name() const { return inside_->simulation.scene().name; }
std::string World::title() const { return inside_->simulation.scene().title; }
int World::dimension() const { return inside_->simulation.scene().dimension; }
double World::frame_rate() const { return inside_->simulation.scene().frame_rate; }
int World::frame_count() const { return inside_->simulation.scene().frame_count(); }
std::string World::resolved_scene() const { return inside_->simulation.scene().resolved_text; }

double World::time() const { return inside_->simulation.progress().time; }
int World::frame() const { return inside_->simulation.progress().frame; }
std::int64_t World::step_count() const { return inside_->simulation.progress().step; }
bool World::is_finished() const { return frame() >= frame_count(); }

World::NextStep World::next_step() const {
  const TimeStepLimit limit = inside_->simulation.next_step();
  return {limit.dt, describe(limit)};
}

void World::step() { inside_->simulation.step(); }
void World::advance_frame() { inside_->simulation.advance_frame(); }

std::vector<World::Body> World::bodies() const {
  std::vector<Body> result;
  for (const BodyView& body : inside_->simulation.solver().bodies())
    result.push_back({std::string(body.name), std::string(body.law), static_cast<std::size_t>(body.count())});
  return result;
}

Particles World::particles(std::size_t body) const {
  const BodyView view = inside_->body(body);
  const std::vector<Vec3<double>> x = view.vectors(kPosition), v = view.vectors(kVelocity);
  Particles result;
  result.ids.reserve(x.size());
  result.positions.reserve(x.size());
  result.velocities.reserve(x.size());
  for (const std::uint32_t slot : view.slots_by_id()) {
    result.ids.push_back(view.id[slot]);
    result.positions.push_back(point(x[slot]));
    result.velocities.push_back(point(v[slot]));
  }
  return result;
}

std::vector<std::string> World::attribute_names(std::size_t body) const {
  return froth::attribute_names(inside_->body(body));
}

std::vector<double> World::attribute(std::size_t body, const std::string& name) const {
  return attribute_values(inside_->body(body), name);
}

World::Totals World::totals() const {
  const froth::Totals now = inside_->simulation.solver().totals(time());
  Totals result;
  const auto value = [&](const char* name) { return now.has(name) ? now[name] : 0.0; };
  const auto count = [&](const char* name) { return static_cast<std::size_t>(value(name)); };
  result.particle_count = count("particles");
  result.mass = value("mass");
  result.momentum = {value("momentum_x"), value("momentum_y"), value("momentum_z")};
  result.angular_momentum = {value("angular_x"), value("angular_y"), value("angular_z")};
  result.kinetic_energy = value("kinetic_energy");
  result.elastic_energy = value("elastic_energy");
  result.gravitational_energy = value("gravitational_energy");
  result.volume = value("volume");
  result.emitted_count = count("emitted");
  result.removed_count = count("removed");
  result.inserted_count = count("inserted");
  result.merged_count = count("merged");
  result.boundary_work = value("boundary_work");
  result.load_work = value("load_work");
  return result;
}

bool run_scene(const SceneSource& source, const std::string& folder, const RunSettings& settings) {
  std::atomic<bool> stop{false};
  RunOptions options{folder, settings.resume, settings.overwrite};
  options.on_message = settings.on_message;
  options.stop = &stop;
  options.on_step = [&](const Simulation& s) {
    if (!settings.on_step) return;
    const Progress& p = s.progress();
    if (!settings.on_step({p.frame, s.scene().frame_count(), p.step, p.time})) stop = true;
  };
  return run(read(source), options) != RunOutcome::Stopped;
}

}  // namespace froth

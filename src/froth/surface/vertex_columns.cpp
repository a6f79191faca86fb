// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/vertex_columns.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/base/srgb.h>
#include <froth/base/suggest.h>
#include <froth/geometry/neighbor_search.h>

namespace froth {

namespace {

/// Reach of a particle's kernel, in its spacings.
constexpr double kReach = 2;
/// sRGB colour of bodies that have none, where another body of the skin has one.
constexpr Vec3<double> kNoColor{0.8, 0.8, 0.8};

using Points = std::vector<std::size_t>;

ParticleColumn gather(const std::string& name, const std::vector<const PointProperty*>& parts,
                      const Points& points) {
  ParticleColumn column{name, parts[0]->unit.empty() ? "-" : parts[0]->unit, int(parts.size()), {}};
  column.values.resize(points.size() * parts.size());
  for (std::size_t c = 0; c < parts.size(); ++c)
    parts[c]->values.visit([&](const auto& numbers) {
      for (std::size_t k = 0; k < points.size(); ++k)
        column.values[k * parts.size() + c] = static_cast<float>(numbers[points[k]]);
    });
  return column;
}

ParticleColumn attribute(const PointCloud& frame, const std::string& name, const Points& points) {
  std::vector<const PointProperty*> parts;
  if (const PointProperty* whole = frame.find(name)) parts.push_back(whole);
  while (parts.empty() || parts.back()->name != name) {
    const PointProperty* part = frame.find(fmt::format("{}_{}", name, parts.size()));
    if (part == nullptr) break;
    parts.push_back(part);
  }
  if (!parts.empty()) return gather(name, parts, points);
  std::vector<std::string> known;
  for (const PointProperty* p : scalars_of(frame)) known.push_back(p->name);
  throw InputError(fmt::format(
      "the frames have no attribute \"{}\"{}; there are {}, and the scene's output.attributes adds more",
      name, suggestion(name, known), joined(known)));
}

std::optional<Vec3<double>> color_of(const RunView& view, std::size_t body) {
  if (body >= view.bodies.size()) return std::nullopt;
  return view.bodies[body].color ? view.bodies[body].color : view.bodies[body].look.color;
}

ParticleColumn colors(const RunView& view, const PointProperty& body, const Points& points) {
  ParticleColumn column{"color", "-", 3, {}};
  for (const std::size_t k : points) {
    const Vec3<float> c =
        srgb_to_linear(color_of(view, static_cast<std::size_t>(body.values[k])).value_or(kNoColor));
    for (int d = 0; d < 3; ++d) column.values.push_back(c[d]);
  }
  return column;
}

struct Weighted {
  std::size_t point;
  double weight;
};

/// Points of about one size: spacings of up to twice the least among them.
class SizeClass {
 public:
  SizeClass(const SkinPoints& points, std::vector<std::uint32_t> numbers)
      : numbers_(std::move(numbers)),
        x_(places(points, numbers_)),
        reach_(reach(points, numbers_)),
        search_(x_, reach_) {}

  /// Calls visit(point, square of the distance) for those that may reach a place.
  template <class Visit>
  void visit(const Vec3<double>& x, Visit&& visit) const {
    search_.visit_within(x, reach_, [&](std::uint32_t k, double square) { visit(numbers_[k], square); });
  }
  void nearest(const Vec3<double>& x, std::vector<Neighbor>& found) const {
    search_.nearest(x, 1, found);
    for (Neighbor& n : found) n.point = numbers_[n.point];
  }

 private:
  static std::vector<Vec3<double>> places(const SkinPoints& points,
                                          const std::vector<std::uint32_t>& numbers) {
    std::vector<Vec3<double>> x;
    x.reserve(numbers.size());
    for (const std::uint32_t p : numbers) x.push_back(points.x[p].cast<double>());
    return x;
  }
  static double reach(const SkinPoints& points, const std::vector<std::uint32_t>& numbers) {
    float most = 0;
    for (const std::uint32_t p : numbers) most = std::max(most, points.spacing[p]);
    return kReach * double(most);
  }

  std::vector<std::uint32_t> numbers_;
  std::vector<Vec3<double>> x_;
  double reach_;
  NeighborSearch<3> search_;
};

/// Particles around one place and their weights. They are looked for by size, or a single large one would
/// make every search as wide as its own reach.
class Kernels {
 public:
  explicit Kernels(const SkinPoints& points) : points_(points) {
    std::map<int, std::vector<std::uint32_t>> by_size;
    for (std::uint32_t p = 0; p < points.count(); ++p) by_size[std::ilogb(points.spacing[p])].push_back(p);
    for (auto& [size, numbers] : by_size)
      classes_.push_back(std::make_unique<SizeClass>(points, std::move(numbers)));
  }

  void around(const Vec3<double>& x, std::vector<Weighted>& weights) const {
    weights.clear();
    for (const auto& some : classes_)
      some->visit(x, [&](std::uint32_t point, double square) {
        const double s = double(points_.spacing[point]), far = kReach * s;
        const double q = 1 - square / (far * far);
        if (q > 0) weights.push_back({point, s * s * s * q * q * q});
      });
    if (!weights.empty()) return;
    std::vector<Neighbor> found, best;
    for (const auto& some : classes_) {
      some->nearest(x, found);
      if (!found.empty() && (best.empty() || found[0] < best[0])) best = found;
    }
    for (const Neighbor& n : best) weights.push_back({n.point, 1});
  }

 private:
  const SkinPoints& points_;
  std::vector<std::unique_ptr<SizeClass>> classes_;
};

float mean(const ParticleColumn& column, int component, const std::vector<Weighted>& weights) {
  double sum = 0, of = 0;
  for (const Weighted& w : weights) {
    const float value = column.values[w.point * std::size_t(column.components) + std::size_t(component)];
    if (!std::isfinite(value)) continue;
    sum += w.weight * double(value), of += w.weight;
  }
  return of > 0 ? static_cast<float>(sum / of) : std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

std::vector<std::size_t> points_of_bodies(const PointCloud& frame, const std::vector<std::size_t>& bodies) {
  const PointProperty* body = frame.find("body");
  if (body == nullptr) throw InputError("the frame does not say which particle is of which body");
  std::vector<bool> is_wanted(frame.bodies.size());
  for (const std::size_t b : bodies) is_wanted[b] = true;
  std::vector<std::size_t> points;
  body->values.visit([&](const auto& numbers) {
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      if (!(double(numbers[k]) >= 0 && double(numbers[k]) < double(is_wanted.size())))
        throw InputError("the frame names a body that it does not have; run the scene again");
      if (is_wanted[static_cast<std::size_t>(numbers[k])]) points.push_back(k);
    }
  });
  return points;
}

std::vector<ParticleColumn> particle_columns(const RunView& view, const PointCloud& frame,
                                             const std::vector<std::size_t>& bodies,
                                             const std::vector<std::string>& attributes) {
  const Points points = points_of_bodies(frame, bodies);
  std::vector<ParticleColumn> columns;
  if (const PointVector v = find_vector(frame, "v"))
    columns.push_back(gather("velocity", {v.part[0], v.part[1], v.part[2]}, points));
  if (std::ranges::any_of(bodies, [&](std::size_t b) { return color_of(view, b).has_value(); }))
    columns.push_back(colors(view, *frame.find("body"), points));
  for (const std::string& name : attributes) columns.push_back(attribute(frame, name, points));
  return columns;
}

void add_vertex_columns(const SkinPoints& points, const std::vector<ParticleColumn>& columns,
                        SurfaceMesh& mesh) {
  if (mesh.x.empty() || columns.empty()) return;
  const std::size_t first = mesh.columns.size();
  for (const ParticleColumn& c : columns)
    mesh.columns.push_back(
        {c.name, c.unit, c.components, std::vector<float>(mesh.x.size() * std::size_t(c.components))});
  const Kernels kernels(points);
  parallel_chunks(static_cast<Index>(mesh.x.size()), kReductionChunk, [&](const Chunk& chunk) {
    std::vector<Weighted> weights;
    for (Index i = chunk.begin; i < chunk.end; ++i) {
      kernels.around(mesh.x[std::size_t(i)].cast<double>(), weights);
      for (std::size_t c = 0; c < columns.size(); ++c)
        for (int d = 0; d < columns[c].components; ++d)
          mesh.columns[first + c].values[std::size_t(i * columns[c].components + d)] =
              mean(columns[c], d, weights);
    }
  });
}

}  // namespace froth

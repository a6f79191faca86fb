// SPDX-License-Identifier: Apache-2.0
#include <froth/render/foam_films.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include <froth/geometry/cut_plane.h>
#include <froth/render/body_look.h>
#include <froth/surface/frame_bubbles.h>

namespace froth {

namespace {

constexpr double kDetail = 0.12;    // of caps, so that outlines and rims are smooth
constexpr int kSides = 8;           // of a rim
constexpr double kWater = 1.33;     // index of refraction of films and rims
constexpr float kRimShade = 0.86f;  // of what light a rim scatters

class FilmBuilder {
 public:
  FilmBuilder(const FrameCells& cells, const std::vector<bool>& is_shown)
      : mesh_(cells.foam.mesh), body_(cells.body), is_shown_(is_shown) {}

  /// A skin per body; a film between two bodies belongs to the first.
  void add_films_of(const RunView& run, FrameContent& content) {
    std::map<std::int32_t, SkinnedBody> skins;
    for (std::size_t f = 0; f < mesh_.film_count(); ++f) {
      if (!is_film_shown(f)) continue;
      const std::int32_t of = body_[static_cast<std::size_t>(mesh_.owners[f][0])];
      const auto [at, is_new] = skins.try_emplace(of);
      if (is_new) at->second = empty_skin(run, of);
      add_film(at->second.mesh, f);
    }
    for (auto& [of, skin] : skins)
      if (!skin.mesh.triangles.empty()) content.skins.push_back(std::move(skin));
  }

  /// Tubes along the edges of shown films, and balls at their ends.
  void add_rims(double radius, FrameContent& content) {
    std::vector<bool> is_used(mesh_.x.size(), false);
    for (std::size_t f = 0; f < mesh_.film_count(); ++f)
      if (is_film_shown(f))
        for (const std::uint32_t corner : mesh_.corners_of(f)) is_used[corner] = true;
    SkinnedBody tubes;
    tubes.look = rim_look();
    tubes.color = Vec3<float>::constant(kRimShade);
    tubes.mesh.name = "rims";
    ParticleCloud balls;
    balls.look = rim_look();
    balls.color = {tubes.color};
    balls.radius = {float(radius)};
    std::vector<bool> has_ball(mesh_.x.size(), false);
    for (const auto& [a, b] : mesh_.borders) {
      if (!is_used[a] || !is_used[b]) continue;
      add_tube(tubes.mesh, mesh_.x[a], mesh_.x[b], radius);
      for (const std::uint32_t end : {a, b}) {
        if (!has_ball[end]) balls.x.push_back(mesh_.x[end].cast<float>());
        has_ball[end] = true;
      }
    }
    if (tubes.mesh.triangles.empty()) return;
    content.skins.push_back(std::move(tubes));
    content.clouds.push_back(std::move(balls));
  }

 private:
  /// Films of a body with a colour of its own are dyed, others are clear.
  static SkinnedBody empty_skin(const RunView& run, std::int32_t of) {
    SkinnedBody skin;
    skin.look.kind = LookKind::Film;
    skin.look.index = kWater;
    skin.mesh.name = "films";
    const auto body = static_cast<std::size_t>(of);
    skin.color = body < run.bodies.size() && run.bodies[body].color ? color_of_body(run, body)
                                                                    : Vec3<float>::constant(1);
    return skin;
  }

  static Look rim_look() {
    Look look;
    look.kind = LookKind::Glossy;
    look.roughness = 0.15;
    look.index = kWater;
    return look;
  }

  bool is_film_shown(std::size_t film) const {
    for (const std::int32_t owner : mesh_.owners[film])
      if (owner >= 0 && is_shown_[static_cast<std::size_t>(owner)]) return true;
    return false;
  }

  /// Every film has corners of its own: normals differ from film to film.
  void add_film(SurfaceMesh& to, std::size_t film) const {
    const auto corners = mesh_.corners_of(film);
    const auto first = static_cast<std::uint32_t>(to.x.size());
    const bool is_cap = mesh_.owners[film][1] == kAir;
    Vec3<double> flat{};
    for (std::size_t k = 1; k + 1 < corners.size(); ++k)
      flat += cross(mesh_.x[corners[k]] - mesh_.x[corners[0]], mesh_.x[corners[k + 1]] - mesh_.x[corners[0]]);
    const double length = norm(flat);
    if (!(length > 0)) return;
    for (const std::uint32_t corner : corners) {
      const Vec3<double> out =
          mesh_.x[corner] - mesh_.center[static_cast<std::size_t>(mesh_.owners[film][0])];
      to.x.push_back(mesh_.x[corner].cast<float>());
      to.normal.push_back((is_cap ? out / norm(out) : flat / length).cast<float>());
    }
    for (std::uint32_t k = 1; k + 1 < corners.size(); ++k)
      to.triangles.push_back({first, first + k, first + k + 1});
  }

  static void add_tube(SurfaceMesh& to, const Vec3<double>& a, const Vec3<double>& b, double radius) {
    const double length = norm(b - a);
    if (!(length > 0)) return;
    const Vec3<double> along = (b - a) / length;
    const Vec3<double> other = std::abs(along[1]) < 0.9 ? Vec3<double>{0, 1, 0} : Vec3<double>{1, 0, 0};
    Vec3<double> s = cross(along, other);
    s = s / norm(s);
    const Vec3<double> t = cross(along, s);
    const auto first = static_cast<std::uint32_t>(to.x.size());
    for (int k = 0; k < kSides; ++k) {
      const double angle = 2 * std::numbers::pi * k / kSides;
      const Vec3<double> out = std::cos(angle) * s + std::sin(angle) * t;
      for (const Vec3<double>& end : {a, b}) {
        to.x.push_back((end + radius * out).cast<float>());
        to.normal.push_back(out.cast<float>());
      }
    }
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const std::uint32_t p = first + 2 * k, q = first + 2 * ((k + 1) % kSides);
      to.triangles.push_back({p, q, q + 1});
      to.triangles.push_back({p, q + 1, p + 1});
    }
  }

  const FoamMesh& mesh_;
  const std::vector<std::int32_t>& body_;
  const std::vector<bool>& is_shown_;
};

double mean_radius(const std::vector<double>& volumes) {
  double sum = 0;
  for (const double volume : volumes) sum += std::cbrt(0.75 * volume / std::numbers::pi);
  return sum / double(volumes.size());
}

}  // namespace

void add_films(const RunView& run, const PointCloud& frame, FrameContent& content) {
  const FrameCells cells = cells_of(run, frame, kDetail);
  if (cells.x.empty()) return;
  std::vector<bool> is_shown(cells.x.size(), true);
  if (!run.render.cut.empty()) {
    const Plane plane = cut_plane(run.render.cut);
    for (std::size_t k = 0; k < is_shown.size(); ++k)
      is_shown[k] = dot(cells.x[k] - plane.point, plane.normal) <= 0;
  }
  FilmBuilder builder(cells, is_shown);
  builder.add_films_of(run, content);
  if (run.render.border > 0) builder.add_rims(run.render.border * mean_radius(cells.volume), content);
}

}  // namespace froth

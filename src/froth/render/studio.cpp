// SPDX-License-Identifier: Apache-2.0
#include <froth/render/studio.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <froth/render/colormap.h>

namespace froth {

namespace {

// Chosen by eye on piles of particles: a floor in full light ends a little below white, shadows stay open.
constexpr double kKeyRadius = 0.16;  // radius of the key light over its distance: soft edges, clear contact
constexpr Vec3<float> kKeyColor{1.22f, 1.16f, 1.08f};
constexpr Vec3<float> kFillColor{0.07f, 0.08f, 0.10f};
constexpr Vec3<float> kZenithColor{0.38f, 0.42f, 0.48f};
constexpr Vec3<float> kHorizonColor{0.40f, 0.40f, 0.405f};
constexpr Vec3<float> kFloorBounce{0.27f, 0.255f, 0.24f};
constexpr float kNeighborShare = 0.50f;
constexpr Vec3<float> kBackdrop{0.87f, 0.835f, 0.80f};

Vec3<float> filter(const Vec3<float>& light, const Vec3<float>& albedo) {
  return {light[0] * albedo[0], light[1] * albedo[1], light[2] * albedo[2]};
}

Vec3<float> mix(const Vec3<float>& a, const Vec3<float>& b, float t) { return (1 - t) * a + t * b; }

/// Two unit vectors that complete `n` to a right-handed frame.
void complete_frame(const Vec3<double>& n, Vec3<double>& s, Vec3<double>& t) {
  const Vec3<double> helper = std::abs(n[1]) < 0.9 ? Vec3<double>{0, 1, 0} : Vec3<double>{1, 0, 0};
  s = normalized(cross(helper, n));
  t = cross(n, s);
}

/// Uniform on the unit disc.
Vec2<double> on_disc(const Vec2<double>& u) {
  const double r = std::sqrt(u[0]), angle = 2 * std::numbers::pi * u[1];
  return {r * std::cos(angle), r * std::sin(angle)};
}

}  // namespace

Studio::Studio(const CameraFrame& frame, bool has_floor) : has_floor_(has_floor) {
  const Vec3<double> up{0, 1, 0};
  Vec3<double> level = cross(up, frame.right);  // towards the scene, without the camera's tilt
  level = norm(level) > 1e-6 ? normalized(level) : Vec3<double>{0, 0, -1};
  key_ = normalized(-0.62 * frame.right + 1.0 * up - 0.32 * level);
  fill_ = normalized(0.9 * frame.right + 0.35 * up - 0.5 * level);
  complete_frame(key_, key_side_, key_over_);
}

Vec3<double> Studio::key_direction(const Vec2<double>& u) const {
  const Vec2<double> d = on_disc(u);
  return normalized(key_ + (kKeyRadius * d[0]) * key_side_ + (kKeyRadius * d[1]) * key_over_);
}

Vec3<float> Studio::key_light(const Surface& s, const Vec3<double>& to_key, const Vec3<double>& view) const {
  const double cosine = dot(s.normal, to_key);
  if (cosine <= 0) return {};
  // A normalised lobe around the half vector, stronger at grazing angles as on any varnish.
  constexpr double exponent = 48;
  const Vec3<double> half = normalized(to_key + view);
  const double lobe = (exponent + 2) / 8 * std::pow(std::max(0.0, dot(half, s.normal)), exponent);
  const double grazing = 1 - std::max(0.0, dot(half, view));
  const double reflected = double(s.gloss) * (0.04 + 0.96 * std::pow(grazing, 5)) * lobe;
  return float(cosine) * (filter(kKeyColor, s.albedo) + float(reflected) * kKeyColor);
}

Vec3<float> Studio::fill_light(const Surface& s) const {
  return float(std::max(0.0, dot(s.normal, fill_))) * filter(kFillColor, s.albedo);
}

Vec3<float> Studio::dome_light(const Surface& s, const Vec3<double>& direction) const {
  const float height = float(direction[1]);
  if (height >= 0) return filter(mix(kHorizonColor, kZenithColor, height), s.albedo);
  return filter(has_floor_ ? kFloorBounce : kHorizonColor, s.albedo);
}

Vec3<float> Studio::neighbor_light(const Surface& s) const {
  return kNeighborShare * filter(filter(kHorizonColor, s.albedo), s.albedo);
}

Vec3<float> Studio::backdrop(const Vec3<double>& direction) const {
  const float rise = float(smooth_step(0.0, 0.7, direction[1]));
  return mix(kBackdrop, 0.80f * kBackdrop, rise);
}

Vec3<double> cosine_direction(const Vec3<double>& normal, const Vec2<double>& u) {
  Vec3<double> s{}, t{};
  complete_frame(normal, s, t);
  const Vec2<double> d = on_disc(u);
  const double height = std::sqrt(std::max(0.0, 1 - u[0]));
  return d[0] * s + d[1] * t + height * normal;
}

Vec3<float> tone_curve(const Vec3<float>& light) {
  constexpr float knee =
      0.55f;  // linear below, exponential approach to white above, equal slopes where they meet
  Vec3<float> shown{};
  for (int c = 0; c < 3; ++c) {
    const float x = std::max(0.0f, light[c]);
    shown[c] = x <= knee ? x : knee + (1 - knee) * (1 - std::exp(-(x - knee) / (1 - knee)));
  }
  return shown;
}

float grid_line(double a, double b, double spacing, double footprint) {
  const auto share = [&](double step, double half_width, double strength) {
    const double shown = std::max(half_width, 0.6 * footprint);
    const auto distance = [&](double x) { return std::abs(x - step * std::round(x / step)); };
    return std::min(distance(a), distance(b)) < shown ? strength * half_width / shown : 0.0;
  };
  return float(std::max(share(spacing, 0.006 * spacing, 0.6), share(10 * spacing, 0.012 * spacing, 1.0)));
}

double smooth_step(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

}  // namespace froth

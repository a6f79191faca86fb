// SPDX-License-Identifier: Apache-2.0
#include <froth/render/lights.h>

#include <froth/render/ground_lines.h>

namespace froth {

namespace {

// Chosen by eye on piles of particles: white things end a little below white, the
// floor well below them, and shadows stay open.
// Irradiances are over pi, so that a white floor that faces the light shows the number.
constexpr float kKeyRadius = 0.16f;  // radius of the key light over its distance: soft edges, clear contact
constexpr Color kKeyColor{1.0f, 0.95f, 0.89f};
constexpr Color kFillColor{0.12f, 0.135f, 0.16f};
constexpr Color kZenithColor{0.34f, 0.375f, 0.42f};
constexpr Color kHorizonColor{0.13f, 0.13f, 0.135f};
constexpr Color kBelowColor{0.12f, 0.115f, 0.11f};
constexpr Color kBackdrop{0.60f, 0.575f, 0.55f};

// Soft boxes that only metal mirrors: half-width and turn from behind the camera [rad], heights as sines.
constexpr float kBoxTurn = 1.15f, kBoxWidth = 0.28f, kBoxBottom = 0.02f, kBoxTop = 0.85f, kBoxEdge = 0.06f;
constexpr Color kBoxColor{1.5f, 1.5f, 1.55f};

// The dark studio: its dome over the studio's, boxes that go all the way up, and the backdrop.
constexpr float kDarkDome = 0.30f, kDarkBoxWidth = 0.50f, kDarkBoxTop = 0.97f;
constexpr Color kDarkBox{5.0f, 5.1f, 5.4f};
constexpr Color kDarkBackdrop{0.020f, 0.024f, 0.034f};

constexpr float kSunRadius = 0.0047f;  // [rad]
constexpr Color kSunColor{1.05f, 0.96f, 0.82f};

}  // namespace

Lights::Lights(Lighting kind, const CameraFrame& frame) {
  const Vec3<double> up{0, 1, 0};
  Vec3<double> level = cross(up, frame.right);  // towards the scene, without the camera's tilt
  level = norm(level) > 1e-6 ? normalized(level) : Vec3<double>{0, 0, -1};
  fill_ = normalized(0.9 * frame.right + 0.35 * up - 0.5 * level).cast<float>();
  right_ = frame.right.cast<float>(), level_ = level.cast<float>();
  is_dark_ = kind == Lighting::Dark;
  if (kind != Lighting::Sky) {
    const Vec3<double> key = normalized(-0.62 * frame.right + 1.0 * up - 0.32 * level);
    set_key(key.cast<float>(), kKeyRadius, kKeyColor);
    return;
  }
  const Vec3<double> sun = normalized(-0.85 * frame.right + 0.95 * up - 0.12 * level);
  set_key(sun.cast<float>(), kSunRadius, kSunColor);
  sky_.emplace(sun.cast<float>());
}

Lights::Lights(const Color& everywhere) : uniform_(everywhere) {}

void Lights::set_key(const Direction& direction, float radius, const Color& irradiance) {
  key_ = Basis(direction);
  key_cosine_ = 1 / std::sqrt(1 + radius * radius);
  const float angle = 2 * kPi * radius * radius / (1 + radius * radius) / (1 + key_cosine_);
  key_density_ = 1 / angle;
  key_radiance_ = (kPi / angle) * irradiance;
}

Direction Lights::key_direction(const Vec2<float>& u) const {
  const float rise = u[0] * (1 - key_cosine_), r = std::sqrt(rise * (2 - rise)), angle = 2 * kPi * u[1];
  return key_.to_world({r * std::cos(angle), r * std::sin(angle), 1 - rise});
}

Color Lights::dome(const Direction& direction) const {
  if (uniform_) return *uniform_;
  if (sky_) return sky_->radiance(direction);
  const float side = std::max(0.0f, dot(direction, fill_));
  const Color fill = side * side * kFillColor;
  const Color light = direction[1] >= 0
                          ? fill + mixed(kHorizonColor, kZenithColor, direction[1])
                          : fill + mixed(kHorizonColor, kBelowColor, std::min(1.0f, -4 * direction[1]));
  return is_dark_ ? kDarkDome * light : light;
}

Color Lights::mirrored(const Direction& direction) const {
  const Color plain = dome(direction);
  if (uniform_ || sky_) return plain;
  const float turn = std::atan2(dot(direction, right_), -dot(direction, level_));  // from behind the camera
  const auto edge = [](float x) { return float(smooth_step(0.0, double(kBoxEdge), double(x))); };
  const float top = is_dark_ ? kDarkBoxTop : kBoxTop, width = is_dark_ ? kDarkBoxWidth : kBoxWidth;
  const float height = edge(direction[1] - kBoxBottom) * edge(top - direction[1]);
  float light = 0;
  for (const float middle : {-kBoxTurn, kBoxTurn}) light += edge(width - std::abs(turn - middle));
  return plain + (light * height) * (is_dark_ ? kDarkBox : kBoxColor);
}

Color Lights::backdrop(const Direction& direction) const {
  if (uniform_) return *uniform_;
  if (sky_) return sky_->radiance(direction);
  const float rise = float(smooth_step(0.0, 0.7, double(direction[1])));
  if (is_dark_) return mixed(kDarkBackdrop, 0.4f * kDarkBackdrop, rise);
  return mixed(kBackdrop, 0.80f * kBackdrop, rise);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// The light that pictures are taken in. All of it comes from far away: a dome, and a key light, a bright disc
// on it that is sampled by itself. In the studio the key is a large soft lamp over the photographer's left
// shoulder, with a weak fill from the other side and a backdrop without edges; outdoors it is the sun. In the
// dark studio there is little but the key and taller soft boxes, which films and glass mirror. Light is in
// units in which 1 is the white of the screen before the film's curve.
#pragma once

#include <optional>

#include <froth/render/bsdf.h>
#include <froth/render/camera.h>
#include <froth/render/picture.h>
#include <froth/render/sky.h>

namespace froth {

class Lights {
 public:
  /// Lights stand relative to the camera, so that every view is lit alike.
  Lights(Lighting kind, const CameraFrame& frame);
  /// The same light from everywhere, and no key: what tests measure energy in.
  explicit Lights(const Color& everywhere);

  /// Light from a direction, without the key.
  Color dome(const Direction& direction) const;
  /// The same as metal mirrors it: a studio has tall soft boxes at its sides, without which nothing shines.
  Color mirrored(const Direction& direction) const;
  /// What is seen behind everything.
  Color backdrop(const Direction& direction) const;

  bool has_key() const { return key_density_ > 0; }
  /// A direction to the key light; `u` in [0, 1)^2 picks the point.
  Direction key_direction(const Vec2<float>& u) const;
  /// Its probability per solid angle.
  float key_density() const { return key_density_; }
  bool is_in_key(const Direction& direction) const { return dot(direction, key_.n) > key_cosine_; }
  const Color& key_radiance() const { return key_radiance_; }

 private:
  void set_key(const Direction& direction, float radius, const Color& irradiance);

  Basis key_{Direction{0, 1, 0}};
  Direction fill_{0, 1, 0}, right_{1, 0, 0}, level_{0, 0, -1};
  float key_cosine_ = 2, key_density_ = 0;
  Color key_radiance_{};
  bool is_dark_ = false;  ///< what mirrors shows itself before nothing else
  std::optional<Color> uniform_;
  std::optional<Sky> sky_;
};

}  // namespace froth

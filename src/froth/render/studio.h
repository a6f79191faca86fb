// SPDX-License-Identifier: Apache-2.0
// The light that pictures are taken in: a large soft key light over the photographer's left shoulder, a sky
// dome, a weak fill from the other side, a backdrop without edges, and the curve that brings light into a
// screen's range. Light is in units in which 1 is the white of the screen before the curve.
#pragma once

#include <froth/render/camera.h>

namespace froth {

/// What a ray has met.
struct Surface {
  Vec3<double> x, normal;  ///< the normal faces the ray's origin
  Vec3<float> albedo;      ///< diffuse, linear
  float gloss = 0;         ///< strength of the highlight [-]
  float fade = 0;          ///< share of the backdrop that shows through [-]
};

class Studio {
 public:
  /// Lights stand relative to the camera, so that every view is lit alike.
  Studio(const CameraFrame& frame, bool has_floor);

  /// Unit direction to a point of the key light; `u` in [0, 1)^2 picks the point.
  Vec3<double> key_direction(const Vec2<double>& u) const;
  /// Light of the key, with its highlight, that leaves `s` along `view`, the direction to the eye.
  Vec3<float> key_light(const Surface& s, const Vec3<double>& to_key, const Vec3<double>& view) const;
  /// Light of the fill that leaves `s`; casts no shadow.
  Vec3<float> fill_light(const Surface& s) const;
  /// Light of the dome (or of the floor, from below) that `s` sends on if it comes from `direction`.
  Vec3<float> dome_light(const Surface& s, const Vec3<double>& direction) const;
  /// The same where a neighbour is in the way: neighbours mostly have the surface's own colour, and are dimly
  /// lit.
  Vec3<float> neighbor_light(const Surface& s) const;

  /// What a ray that meets nothing sees.
  Vec3<float> backdrop(const Vec3<double>& direction) const;

 private:
  Vec3<double> key_, key_side_, key_over_, fill_;
  bool has_floor_;
};

/// Unit direction around `normal`, with probability in proportion to the cosine of the angle between them.
Vec3<double> cosine_direction(const Vec3<double>& normal, const Vec2<double>& u);

/// Brings linear light of any strength into [0, 1): straight up to the midtones, then a soft shoulder.
Vec3<float> tone_curve(const Vec3<float>& light);

/// Share of a floor's line, 0 to 1, at plane coordinates (a, b); lines every `spacing` [m], wider at every
/// tenth. The footprint is the size of a pixel there [m], below which a line gets fainter, not thinner.
float grid_line(double a, double b, double spacing, double footprint);

/// Smooth step from 0 at `from` to 1 at `to`.
double smooth_step(double from, double to, double x);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// How surfaces scatter light: diffuse, under a clear coat, metal; and the formulas of refraction. Directions
// are unit vectors; in the local frame of a surface the normal is (0, 0, 1) and `view` points to where the
// light goes.
// Sources: microfacets and GGX [Walter2007], Eqs. (33), (34); sampling of visible normals [Heitz2018]; coat
// over a diffuse base [Kelemen2001]; energy of rough metal [Turquin2019], Eq. (16).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include <froth/io/look.h>

namespace froth {

using Direction = Vec3<float>;
using Color = Vec3<float>;

inline constexpr float kPi = 3.14159265358979f;

inline Color filtered(const Color& light, const Color& by) {
  return {light[0] * by[0], light[1] * by[1], light[2] * by[2]};
}
inline Color mixed(const Color& a, const Color& b, float t) { return (1 - t) * a + t * b; }
inline float largest(const Color& c) { return std::max({c[0], c[1], c[2]}); }
inline Direction unit_vector(const Direction& x) { return x / std::sqrt(dot(x, x)); }

/// Axes around a normal [Duff2017].
struct Basis {
  Direction s, t, n;

  explicit Basis(const Direction& normal) : n(normal) {
    const float sign = std::copysign(1.0f, n[2]), a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
    s = {1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]};
    t = {b, sign + n[1] * n[1] * a, -n[1]};
  }
  Direction to_world(const Direction& w) const { return w[0] * s + w[1] * t + w[2] * n; }
  Direction to_local(const Direction& w) const { return {dot(w, s), dot(w, t), dot(w, n)}; }
};

/// Around (0, 0, 1), with probability in proportion to the cosine.
inline Direction cosine_direction(const Vec2<float>& u) {
  const float r = std::sqrt(u[0]), angle = 2 * kPi * u[1];
  return {r * std::cos(angle), r * std::sin(angle), std::sqrt(std::max(0.0f, 1 - u[0]))};
}

inline Direction reflected(const Direction& view, const Direction& normal) {
  return (2 * dot(view, normal)) * normal - view;
}

/// Share of unpolarised light that an interface reflects. `index` is that of the far side over that of the
/// near side; 1 where all is reflected.
inline float fresnel(float cosine, float index) {
  const float square = 1 - (1 - cosine * cosine) / (index * index);
  if (square <= 0) return 1;
  const float c = std::sqrt(square);
  const float s_part = (cosine - index * c) / (cosine + index * c),
              p_part = (index * cosine - c) / (index * cosine + c);
  return (s_part * s_part + p_part * p_part) / 2;
}

/// Where light goes that comes from `view` through an interface, by Snell's law; zero where all is reflected.
inline Direction refracted(const Direction& view, const Direction& normal, float index) {
  const float cosine = dot(view, normal), square = 1 - (1 - cosine * cosine) / (index * index);
  if (square <= 0) return {};
  return (cosine / index - std::sqrt(square)) * normal - view / index;
}

/// Density of microfacet normals over solid angle times cosine, and shadowing, of GGX.
float ggx_density(float cosine, float alpha);
float ggx_shadowing(float cosine, float alpha);                       ///< of one direction
float ggx_shadowing(float cosine_in, float cosine_out, float alpha);  ///< of both, correlated by height
/// A microfacet's normal as `view` sees them.
Direction visible_normal(const Direction& view, float alpha, const Vec2<float>& u);

/// Share of light that a layer of microfacets reflects by the cosine of the view, tabulated.
class DirectionalAlbedo {
 public:
  DirectionalAlbedo() = default;
  /// With the Fresnel reflection of `index`, or all where that is 0.
  DirectionalAlbedo(float alpha, float index);
  float at(float cosine) const {
    const float s = std::clamp(cosine, 0.0f, 1.0f) * float(kCount - 1);
    const int k = std::min(int(s), kCount - 2);
    const float w = s - float(k);
    return (1 - w) * values_[std::size_t(k)] + w * values_[std::size_t(k) + 1];
  }
  float average() const { return average_; }  ///< over diffuse light

 private:
  static constexpr int kCount = 32;
  std::array<float, kCount> values_{};
  float average_ = 0;
};

/// A look made ready for light.
struct Finish {
  LookKind kind = LookKind::Matte;
  float alpha = 0;      ///< width of the microfacets
  float index = 1.4f;   ///< of refraction
  float depth = 0;      ///< mean free path of light in soft things [picture sizes]
  Color absorption{};   ///< in clear things [1 / picture size]
  Color dye{1, 1, 1};   ///< share of what crosses a film that its colour leaves
  float variation = 0;  ///< of shade
  bool has_coat = false;
  DirectionalAlbedo coat{};

  /// `depth` in picture sizes; the colour of clear things and of films is `color`.
  static Finish of(const Look& look, const Color& color, float depth);
};

/// Light that a surface sends to `view` for light from `light`, times the cosine of that.
Color scattered(const Finish& finish, const Color& albedo, const Direction& view, const Direction& light);
/// Probability per solid angle with which sample_scattered() picks `light`.
float scattered_density(const Finish& finish, const Color& albedo, const Direction& view,
                        const Direction& light);

struct ScatterSample {
  Direction light{};
  Color weight{};  ///< scattered light over the density; zero where there is none
  float density = 0;
};
ScatterSample sample_scattered(const Finish& finish, const Color& albedo, const Direction& view,
                               const Vec2<float>& u, float choice);

/// Probability with which the coat of a surface is followed in place of what is under it.
float coat_share(const Finish& finish, const Color& albedo, const Direction& view);

}  // namespace froth

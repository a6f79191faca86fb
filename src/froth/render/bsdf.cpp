// SPDX-License-Identifier: Apache-2.0
#include <froth/render/bsdf.h>

#include <froth/render/colormap.h>
#include <froth/render/samples.h>

namespace froth {

namespace {

constexpr float kSmoothest = 0.02f;  // below, a highlight is a point, which no sample would find
constexpr float kDye = 0.22f;        // power of its colour that a film lets through
constexpr float kLeastShare = 0.1f, kMostShare = 0.9f;

/// The part that mirrors, without the factor of what a metal's facets send to each other.
Color mirrored(const Finish& finish, const Color& tint, const Direction& view, const Direction& light) {
  const Direction half = unit_vector(view + light);
  const float facing = std::max(0.0f, dot(view, half));
  const float lobe =
      ggx_density(half[2], finish.alpha) * ggx_shadowing(light[2], view[2], finish.alpha) / (4 * view[2]);
  if (finish.kind != LookKind::Metal) return Color::constant(lobe * fresnel(facing, finish.index));
  const float grazing = std::pow(1 - facing, 5.0f);  // [Schlick1994]
  return lobe * mixed(tint, {1, 1, 1}, grazing);
}

Color metal_gain(const Finish& finish, const Color& tint, float cosine) {
  const float single = std::max(0.05f, finish.coat.at(cosine));
  return Color{1, 1, 1} + ((1 - single) / single) * tint;
}

/// Reflectance of the base under the coat: what the coat lets in and out again.
Color base(const Finish& finish, const Color& albedo, float cosine_view, float cosine_light) {
  if (!finish.has_coat) return (cosine_light / kPi) * albedo;
  const float in = 1 - finish.coat.at(cosine_light), out = 1 - finish.coat.at(cosine_view);
  return (in * out * cosine_light / (kPi * (1 - finish.coat.average()))) * albedo;
}

float mirror_density(const Finish& finish, const Direction& view, const Direction& light) {
  const Direction half = unit_vector(view + light);
  return ggx_density(half[2], finish.alpha) * ggx_shadowing(view[2], finish.alpha) / (4 * view[2]);
}

}  // namespace

float ggx_density(float cosine, float alpha) {
  if (cosine <= 0) return 0;
  const float a2 = alpha * alpha, d = cosine * cosine * (a2 - 1) + 1;
  return a2 / (kPi * d * d);
}

float ggx_shadowing(float cosine, float alpha) {
  if (cosine <= 0) return 0;
  const float a2 = alpha * alpha;
  return 2 * cosine / (cosine + std::sqrt(a2 + (1 - a2) * cosine * cosine));
}

float ggx_shadowing(float cosine_in, float cosine_out, float alpha) {
  if (cosine_in <= 0 || cosine_out <= 0) return 0;
  const float a2 = alpha * alpha;
  const auto root = [&](float c) { return std::sqrt(a2 + (1 - a2) * c * c); };
  return 2 * cosine_in * cosine_out / (cosine_out * root(cosine_in) + cosine_in * root(cosine_out));
}

Direction visible_normal(const Direction& view, float alpha, const Vec2<float>& u) {
  const Direction stretched = unit_vector({alpha * view[0], alpha * view[1], view[2]});
  const float square = stretched[0] * stretched[0] + stretched[1] * stretched[1];
  const Direction across =
      square > 0 ? Direction{-stretched[1], stretched[0], 0} / std::sqrt(square) : Direction{1, 0, 0};
  const Direction along = cross(stretched, across);
  const float r = std::sqrt(u[0]), angle = 2 * kPi * u[1];
  const float a = r * std::cos(angle), s = (1 + stretched[2]) / 2;
  const float b = (1 - s) * std::sqrt(std::max(0.0f, 1 - a * a)) + s * r * std::sin(angle);
  const Direction n = a * across + b * along + std::sqrt(std::max(0.0f, 1 - a * a - b * b)) * stretched;
  return unit_vector({alpha * n[0], alpha * n[1], std::max(1e-6f, n[2])});
}

DirectionalAlbedo::DirectionalAlbedo(float alpha, float index) {
  constexpr int count = 256;
  const SampleTable samples(count);
  for (int k = 0; k < kCount; ++k) {
    const float cosine = std::max(0.01f, float(k) / float(kCount - 1));
    const Direction view{std::sqrt(std::max(0.0f, 1 - cosine * cosine)), 0, cosine};
    float total = 0;
    for (int sample = 0; sample < count; ++sample) {
      const auto& bits = samples.pair(0, sample);
      const Direction half = visible_normal(view, alpha, {unit_number(bits[0]), unit_number(bits[1])});
      const Direction light = reflected(view, half);
      if (light[2] <= 0) continue;
      const float share = index > 0 ? fresnel(std::max(0.0f, dot(view, half)), index) : 1;
      total += share * ggx_shadowing(light[2], view[2], alpha) / ggx_shadowing(view[2], alpha);
    }
    values_[std::size_t(k)] = std::min(0.999f, total / count);
  }
  // The integral of 2 c E(c), exact for the straight pieces between entries.
  for (int k = 0; k + 1 < kCount; ++k) {
    const float h = 1 / float(kCount - 1), a = float(k) * h;
    const float e0 = values_[std::size_t(k)], e1 = values_[std::size_t(k) + 1];
    average_ += 2 * h * (e0 * (a / 2 + h / 6) + e1 * (a / 2 + h / 3));
  }
}

Finish Finish::of(const Look& look, const Color& color, float depth) {
  Finish finish;
  finish.kind = look.kind;
  const float roughness = float(std::clamp(look.roughness, 0.0, 1.0));
  finish.alpha = std::max(kSmoothest, roughness * roughness);
  finish.index = float(std::max(1.0, look.index));
  finish.depth = depth;
  finish.variation = float(look.variation);
  const bool is_metal = look.kind == LookKind::Metal;
  finish.has_coat =
      look.kind == LookKind::Glossy || look.kind == LookKind::Soft || look.kind == LookKind::Wood;
  if (finish.has_coat || is_metal) finish.coat = DirectionalAlbedo(finish.alpha, is_metal ? 0 : finish.index);
  if (look.kind == LookKind::Clear)
    for (int c = 0; c < 3; ++c) finish.absorption[c] = -std::log(std::clamp(color[c], 1e-4f, 1.0f)) / depth;
  if (look.kind == LookKind::Film)
    for (int c = 0; c < 3; ++c) finish.dye[c] = std::pow(std::clamp(color[c], 0.02f, 1.0f), kDye);
  return finish;
}

Color scattered(const Finish& finish, const Color& albedo, const Direction& view, const Direction& light) {
  if (view[2] <= 0 || light[2] <= 0) return {};
  if (finish.kind == LookKind::Metal)
    return filtered(mirrored(finish, albedo, view, light), metal_gain(finish, albedo, view[2]));
  const Color under = base(finish, albedo, view[2], light[2]);
  return finish.has_coat ? under + mirrored(finish, albedo, view, light) : under;
}

float coat_share(const Finish& finish, const Color& albedo, const Direction& view) {
  if (finish.kind == LookKind::Metal) return 1;
  if (!finish.has_coat) return 0;
  const float mirror = finish.coat.at(view[2]), rest = (1 - mirror) * luminance(albedo);
  return std::clamp(mirror / (mirror + rest), kLeastShare, kMostShare);
}

float scattered_density(const Finish& finish, const Color& albedo, const Direction& view,
                        const Direction& light) {
  if (view[2] <= 0 || light[2] <= 0) return 0;
  const float share = coat_share(finish, albedo, view);
  const float diffuse = (1 - share) * light[2] / kPi;
  return share > 0 ? diffuse + share * mirror_density(finish, view, light) : diffuse;
}

ScatterSample sample_scattered(const Finish& finish, const Color& albedo, const Direction& view,
                               const Vec2<float>& u, float choice) {
  const float share = coat_share(finish, albedo, view);
  ScatterSample sample;
  if (choice < share)
    sample.light = reflected(view, visible_normal(view, finish.alpha, u));
  else
    sample.light = cosine_direction(u);
  if (share == 0) {  // the common case, in which everything cancels
    sample.weight = albedo;
    sample.density = sample.light[2] / kPi;
    return sample;
  }
  sample.density = scattered_density(finish, albedo, view, sample.light);
  if (sample.density > 0) sample.weight = scattered(finish, albedo, view, sample.light) / sample.density;
  return sample;
}

}  // namespace froth

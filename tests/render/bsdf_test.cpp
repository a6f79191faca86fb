// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include <froth/render/bsdf.h>
#include <froth/render/samples.h>

using namespace froth;

namespace {

constexpr Color kWhite{1, 1, 1};

Direction at_angle(double angle) { return {float(std::sin(angle)), 0, float(std::cos(angle))}; }

Finish finish_of(LookKind kind, double roughness) {
  return Finish::of({.kind = kind, .roughness = roughness, .index = 1.5}, kWhite, 1);
}

/// Mean of f over the hemisphere times its solid angle, on a fine grid of equal areas.
template <class F>
double over_hemisphere(F f, int count = 400) {
  double total = 0;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      const double z = (i + 0.5) / count, r = std::sqrt(1 - z * z),
                   turn = 2 * std::numbers::pi * (j + 0.5) / count;
      total += double(f(Vec3<double>{r * std::cos(turn), r * std::sin(turn), z}.cast<float>()));
    }
  return total * 2 * std::numbers::pi / count / count;
}

}  // namespace

// Oracle: Snell's law by the sine of the angles, into water and out of it, and total reflection past
// asin(1/n).
TEST_CASE("light is refracted by Snell's law") {
  for (const double index : {1.333, 1.5, 1 / 1.333})
    for (const double angle : {0.0, 0.3, 0.7}) {
      const Direction out = refracted(at_angle(angle), {0, 0, 1}, float(index));
      CHECK(double(norm(out)) == doctest::Approx(1).epsilon(1e-5));
      CHECK(std::asin(-double(out[0])) == doctest::Approx(std::asin(std::sin(angle) / index)).epsilon(1e-4));
      CHECK(out[2] < 0);
    }
  CHECK(norm(refracted(at_angle(0.9), {0, 0, 1}, 1 / 1.5f)) == 0);  // beyond asin(1 / 1.5) = 0.73
  CHECK(fresnel(float(std::cos(0.9)), 1 / 1.5f) == 1);
}

// Oracle: ((n - 1) / (n + 1))^2 face on; half of s-polarised light's share at Brewster's angle, where p has
// none; the same share from either side.
TEST_CASE("an interface reflects what Fresnel's formulas say") {
  const double n = 1.5, brewster = std::atan(n), inner = std::asin(std::sin(brewster) / n);
  CHECK(double(fresnel(1, float(n))) == doctest::Approx(0.04).epsilon(1e-4).scale(0));
  const double s_part = std::pow(std::sin(brewster - inner) / std::sin(brewster + inner), 2);
  CHECK(double(fresnel(float(std::cos(brewster)), float(n))) ==
        doctest::Approx(s_part / 2).epsilon(1e-3).scale(0));
  CHECK(double(fresnel(float(std::cos(inner)), float(1 / n))) ==
        doctest::Approx(s_part / 2).epsilon(1e-3).scale(0));
}

// Oracle: facets of any roughness cover the surface: the integral of density times cosine is one.
TEST_CASE("the facets of GGX cover the surface once") {
  for (const float alpha : {0.15f, 0.4f, 1.0f})
    CHECK(over_hemisphere([&](const Direction& h) { return ggx_density(h[2], alpha) * h[2]; }) ==
          doctest::Approx(1).epsilon(2e-3));
}

// Oracle: a white furnace: a surface that absorbs nothing sends on all light of a uniform dome, seen from
// anywhere. By brute force over directions, so that the choice of samples has no say. A coat's table has 32
// entries from 256 samples each: one per cent.
TEST_CASE("white surfaces send on all light") {
  for (const LookKind kind : {LookKind::Matte, LookKind::Glossy, LookKind::Metal, LookKind::Wood})
    for (const double roughness : {0.4, 0.7, 1.0})
      for (const double angle : {0.1, 0.8, 1.2}) {
        const Finish finish = finish_of(kind, roughness);
        const auto f = [&](const Direction& light) {
          return scattered(finish, kWhite, at_angle(angle), light)[1];
        };
        CAPTURE(int(kind));
        CAPTURE(roughness);
        CAPTURE(angle);
        CHECK(over_hemisphere(f) == doctest::Approx(1).epsilon(0.012));
      }
}

// Oracle: the same integral by drawn directions and by brute force, for a coloured surface; and densities
// that add up to one. 4096 well-spread samples of weights below 10 leave about one per cent.
TEST_CASE("drawn directions count as their densities say") {
  const SampleTable table(4096);
  const Color albedo{0.2f, 0.5f, 0.9f};
  for (const LookKind kind : {LookKind::Matte, LookKind::Glossy, LookKind::Metal}) {
    const Finish finish = finish_of(kind, 0.6);
    const Direction view = at_angle(0.7);
    Vec3<double> drawn{};
    for (int k = 0; k < 4096; ++k) {
      PathSamples samples(table, 3, k);
      const Vec2<float> u = samples.pair();
      const ScatterSample s = sample_scattered(finish, albedo, view, u, samples.pair()[0]);
      drawn += s.weight.cast<double>() / 4096.0;
      if (s.density > 0) {
        CHECK(s.density == doctest::Approx(scattered_density(finish, albedo, view, s.light)).epsilon(1e-4));
      }
    }
    for (int c = 0; c < 3; ++c)
      CHECK(drawn[c] == doctest::Approx(over_hemisphere([&](const Direction& light) {
                          return scattered(finish, albedo, view, light)[c];
                        })).epsilon(0.015));
    CHECK(over_hemisphere([&](const Direction& light) {
            return scattered_density(finish, albedo, view, light);
          }) <= 1.003);  // facets may send a direction below the surface, which no light comes from
  }
}

// Oracle: the definition of a (0, 2)-sequence: the first 16 pairs have one point in every cell of every
// division into 16 equal boxes. Numbers drawn independently would fail it.
TEST_CASE("samples are stratified in every pair of dimensions") {
  const SampleTable table(16);
  for (int dimension = 0; dimension < SampleTable::kPairs; ++dimension)
    for (const int columns : {1, 2, 4, 8, 16}) {
      const int rows = 16 / columns;
      unsigned seen = 0;
      for (int k = 0; k < 16; ++k) {
        const auto& bits = table.pair(dimension, k);
        const int cell =
            int(unit_number(bits[0]) * float(columns)) * rows + int(unit_number(bits[1]) * float(rows));
        seen |= 1u << cell;
      }
      CHECK(seen == 0xffffu);
    }
}

// SPDX-License-Identifier: Apache-2.0
#include <froth/render/subsurface.h>

namespace froth {

namespace {

// Long walks are rare and have lost their way. They are some root of kMostSteps free paths deep, from where a
// share exp(-2 sqrt(kMostSteps (1 - alpha))) comes out, by the length of diffusion; it is let out where it
// came in.
constexpr int kMostSteps = 128;
constexpr int kSureSteps = 12;  // before chance may end a walk

Direction any_direction(PathSamples& samples) {
  const float z = 1 - 2 * samples.random(), r = std::sqrt(std::max(0.0f, 1 - z * z));
  const float angle = 2 * kPi * samples.random();
  return {r * std::cos(angle), r * std::sin(angle), z};
}

Direction cosine_around(const Direction& normal, PathSamples& samples) {
  const float a = samples.random(), b = samples.random();
  return Basis(normal).to_world(cosine_direction({a, b}));
}

}  // namespace

Color single_scattering_albedo(const Color& albedo) {
  Color out{};
  for (int c = 0; c < 3; ++c) {
    // A = (1 - s)(1 - 0.139 s) / (1 + 1.17 s) with s = sqrt(1 - alpha).
    const float a = std::clamp(albedo[c], 0.0f, 1.0f), half = 1.139f + 1.17f * a;
    const float s = (half - std::sqrt(half * half - 4 * 0.139f * (1 - a))) / (2 * 0.139f);
    out[c] = 1 - s * s;
  }
  return out;
}

WalkEnd walk_through(const SceneTracer& scene, const SurfacePoint& entry, float time, PathSamples& samples) {
  const WalkEnd start{entry.x, entry.normal, entry.facet, {1, 1, 1}};
  const Color kept = single_scattering_albedo(entry.albedo);
  WalkEnd end = start;
  PictureRay ray{entry.x - entry.lift * entry.facet, cosine_around(-entry.facet, samples), time};
  for (int step = 0; step < kMostSteps; ++step) {
    const float reach = -entry.finish->depth * std::log(1 - samples.random());
    SurfacePoint met;
    if (!scene.nearest_inside(ray, reach, met)) {
      ray = {ray.at(reach), any_direction(samples), time};
      end.share = filtered(end.share, kept);
    } else if (met.finish == entry.finish && met.is_inside) {
      end.x = met.x, end.normal = -met.normal, end.facet = -met.facet;
      if (scene.is_buried(met.x)) end.share = {};
      return end;
    } else {  // something else is in there
      end.share = filtered(end.share, met.albedo);
      ray = {met.x + met.lift * met.facet, cosine_around(met.facet, samples), time};
    }
    const float going = largest(end.share);
    if (step < kSureSteps || going > 0.5f) continue;
    if (samples.random() > going) return {end.x, end.normal, end.facet, {}};
    end.share = end.share / going;
  }
  for (int c = 0; c < 3; ++c) end.share[c] *= std::exp(-2 * std::sqrt(float(kMostSteps) * (1 - kept[c])));
  return {start.x, start.normal, start.facet, end.share};
}

}  // namespace froth

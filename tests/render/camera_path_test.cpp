// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include <froth/render/camera_path.h>

namespace froth {

namespace {

const std::vector<CameraKey> kKeys = {{0, {0, 0, 5}, {0, 0, 0}, {}},
                                      {1, {1, 2, 5}, {0, 1, 0}, 20.0},
                                      {1.5, {4, 2, 4}, {0, 1, 1}, 60.0},
                                      {4, {4, 3, 0}, {0, 0, 0}, {}}};

}  // namespace

// Oracle: what key frames mean: the camera is at each key at its time, and rests before and after all.
TEST_CASE("a moving camera passes through its keys and rests outside of them") {
  for (const CameraKey& key : kKeys) {
    const Camera camera = camera_at(kKeys, key.time, 35);
    CHECK(norm(camera.eye - key.eye) < 1e-14);
    CHECK(norm(camera.target - key.target) < 1e-14);
    CHECK(camera.field_of_view == doctest::Approx(key.field_of_view.value_or(35)));
  }
  CHECK(norm(camera_at(kKeys, -3, 35).eye - kKeys.front().eye) == 0);
  CHECK(norm(camera_at(kKeys, 9, 35).eye - kKeys.back().eye) == 0);
}

// Oracle: closed form: two keys with a rest at both ends are the cubic 3 s^2 - 2 s^3 of the share s of time.
TEST_CASE("between two keys a camera starts and stops softly") {
  const std::vector<CameraKey> keys = {{1, {0, 0, 5}, {}, {}}, {3, {8, 0, 5}, {}, {}}};
  for (const double s : {0.0, 0.1, 0.25, 0.5, 0.9, 1.0})
    CHECK(camera_at(keys, 1 + 2 * s, 35).eye[0] == doctest::Approx(8 * (3 * s * s - 2 * s * s * s)));
}

// Oracle: monotone data stay monotone [FritschButland1984], so that no number leaves the interval of its two
// neighbours; and one-sided differences at a key agree to first order, so that the velocity has no jump.
TEST_CASE("a moving camera swings over no key and has a steady velocity") {
  const auto numbers = [](const Camera& c) {
    return std::vector<double>{c.eye[0], c.eye[1], c.eye[2], c.target[1], c.target[2], c.field_of_view};
  };
  for (std::size_t k = 0; k + 1 < kKeys.size(); ++k) {
    const auto from = numbers(camera_at(kKeys, kKeys[k].time, 35)),
               to = numbers(camera_at(kKeys, kKeys[k + 1].time, 35));
    for (int i = 0; i <= 50; ++i) {
      const double t = kKeys[k].time + (kKeys[k + 1].time - kKeys[k].time) * i / 50;
      const auto now = numbers(camera_at(kKeys, t, 35));
      for (std::size_t n = 0; n < now.size(); ++n) {
        CHECK(now[n] >= std::min(from[n], to[n]) - 1e-12);
        CHECK(now[n] <= std::max(from[n], to[n]) + 1e-12);
      }
    }
    // Second derivatives are below 6 |change| / h^2 of the shortest interval: at most 6 * 40 / 0.25.
    const double h = 1e-6, t = kKeys[k].time;
    const auto before = numbers(camera_at(kKeys, t - h, 35)), after = numbers(camera_at(kKeys, t + h, 35));
    for (std::size_t n = 0; n < before.size(); ++n)
      CHECK(std::abs((after[n] - from[n]) - (from[n] - before[n])) < 1e3 * h * h + 1e-13);
  }
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/render/camera_path.h>

#include <algorithm>

namespace froth {

namespace {

/// A number at the times of keys, cubic in between.
class Curve {
 public:
  template <class Value>
  Curve(const std::vector<CameraKey>& keys, Value value) {
    for (const CameraKey& key : keys) t_.push_back(key.time), y_.push_back(value(key));
  }

  double at(double time) const {
    if (time <= t_.front()) return y_.front();
    if (time >= t_.back()) return y_.back();
    const std::size_t k = std::size_t(std::upper_bound(t_.begin(), t_.end(), time) - t_.begin()) - 1;
    const double h = width(k), s = (time - t_[k]) / h;
    // Cubic Hermite polynomial of the two values and slopes.
    const double s2 = s * s, s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * y_[k] + (s3 - 2 * s2 + s) * h * slope(k) + (3 * s2 - 2 * s3) * y_[k + 1] +
           (s3 - s2) * h * slope(k + 1);
  }

 private:
  double width(std::size_t k) const { return t_[k + 1] - t_[k]; }
  double secant(std::size_t k) const { return (y_[k + 1] - y_[k]) / width(k); }

  /// Zero at both ends and where the number turns round, so that it rests there.
  double slope(std::size_t k) const {
    if (k == 0 || k + 1 == t_.size()) return 0;
    const double before = secant(k - 1), after = secant(k);
    if (!(before * after > 0)) return 0;
    const double a = 2 * width(k) + width(k - 1), b = width(k) + 2 * width(k - 1);
    return (a + b) / (a / before + b / after);
  }

  std::vector<double> t_, y_;
};

}  // namespace

Camera camera_at(const std::vector<CameraKey>& keys, double time, double field_of_view) {
  Camera camera;
  for (int d = 0; d < 3; ++d) {
    camera.eye[d] = Curve(keys, [&](const CameraKey& k) { return k.eye[d]; }).at(time);
    camera.target[d] = Curve(keys, [&](const CameraKey& k) { return k.target[d]; }).at(time);
  }
  camera.field_of_view =
      Curve(keys, [&](const CameraKey& k) { return k.field_of_view.value_or(field_of_view); }).at(time);
  return camera;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/verify/folds.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace froth::verify {

std::optional<Vec3<double>> landing(const Points& points, const Stream& stream, double flowing) {
  const double per_second = double(points.x.size()) / flowing;
  const auto slice = static_cast<std::size_t>(per_second * stream.width / 2 / stream.speed);
  if (slice == 0) return std::nullopt;
  for (std::size_t end = points.x.size(); end >= slice; end -= slice) {
    Vec3<double> x{}, v{};
    for (std::size_t k = end - slice; k < end; ++k) x += points.x[k], v += points.v[k];
    if (v[1] > -stream.speed / 2 * double(slice)) return (1 / double(slice)) * x;
  }
  return std::nullopt;
}

std::vector<double> swings(const Curve& signal, double amplitude) {
  double sum = 0;
  for (const double y : signal.y) sum += y;
  const double middle = sum / double(signal.y.size());
  std::vector<double> times;
  int side = 0;
  for (std::size_t k = 0; k < signal.y.size(); ++k) {
    const double away = signal.y[k] - middle;
    const int now = away > amplitude ? 1 : away < -amplitude ? -1 : side;
    if (now != side) times.push_back(signal.x[k]);
    side = now;
  }
  return times;
}

Profile top_profile(const std::vector<Vec3<double>>& x, const ProfileBins& bins) {
  const int count = std::max(1, static_cast<int>((bins.to - bins.from) / bins.step));
  std::vector<double> tops(std::size_t(count) * std::size_t(bins.strips), 0.0);
  for (const Vec3<double>& at : x) {
    const double bin = std::floor((at[0] - bins.from) / bins.step);
    const double strip = std::floor((at[2] / bins.half_width + 1) / 2 * bins.strips);
    if (bin < 0 || bin >= count || strip < 0 || strip >= bins.strips) continue;
    double& top = tops[static_cast<std::size_t>(bin * bins.strips + strip)];
    top = std::max(top, at[1]);
  }
  Profile profile{bins.from, bins.step, std::vector<double>(std::size_t(count), 0.0)};
  for (std::size_t k = 0; k < tops.size(); ++k)
    profile.height[k / std::size_t(bins.strips)] += tops[k] / bins.strips;
  return profile;
}

std::vector<double> maxima(const Profile& profile, double prominence) {
  const std::vector<double>& h = profile.height;
  std::vector<double> places;
  if (h.empty()) return places;
  // From a valley up to the highest place since, which counts once the profile has come down from it.
  double low = h[0], high = h[0];
  std::size_t top = 0;
  bool climbs = false;
  for (std::size_t k = 1; k < h.size(); ++k) {
    if (h[k] > high) high = h[k], top = k;
    if (h[k] - low >= prominence) climbs = true;
    if (climbs && high - h[k] >= prominence) {
      places.push_back(profile.from + (double(top) + 0.5) * profile.step);
      low = high = h[k], top = k, climbs = false;
    }
    if (!climbs && h[k] < low) low = high = h[k], top = k;
  }
  return places;
}

double unevenness(const std::vector<double>& places) {
  if (places.size() < 3) return std::numeric_limits<double>::quiet_NaN();
  const double count = double(places.size() - 1), mean = (places.back() - places.front()) / count;
  double squares = 0;
  for (std::size_t k = 1; k < places.size(); ++k)
    squares += (places[k] - places[k - 1] - mean) * (places[k] - places[k - 1] - mean);
  return std::sqrt(squares / count) / mean;
}

namespace {

using Tensor = std::array<double, 6>;  ///< xx, yy, zz, xy, xz, yz

Tensor deviator(const Tensor& t) {
  const double mean = (t[0] + t[1] + t[2]) / 3;
  return {t[0] - mean, t[1] - mean, t[2] - mean, t[3], t[4], t[5]};
}
double norm_of(const Tensor& t) {
  return std::sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2] + 2 * (t[3] * t[3] + t[4] * t[4] + t[5] * t[5]));
}
double determinant_of(const Tensor& t) {
  return t[0] * (t[1] * t[2] - t[5] * t[5]) - t[3] * (t[3] * t[2] - t[4] * t[5]) +
         t[4] * (t[3] * t[5] - t[1] * t[4]);
}
Tensor tensor_at(const std::vector<double>& values, std::size_t k) {
  Tensor t{};
  std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(6 * k), 6, t.begin());
  return t;
}

}  // namespace

double viscous_share(const Simulation& simulation, double shear_modulus) {
  const std::vector<double> tau = attribute_of(simulation, "tau"), J = attribute_of(simulation, "J"),
                            strain = attribute_of(simulation, "elastic_strain");
  double viscous = 0, elastic = 0;
  for (std::size_t k = 0; k < J.size(); ++k) {
    Tensor b = tensor_at(strain, k);
    for (std::size_t d = 0; d < 3; ++d) b[d] += 1;
    const double scale = shear_modulus * std::cbrt(J[k] * J[k] / determinant_of(b));
    Tensor rest = deviator(tensor_at(tau, k)), part = deviator(b);
    for (std::size_t d = 0; d < 6; ++d) part[d] *= scale, rest[d] -= part[d];
    viscous += norm_of(rest), elastic += norm_of(part);
  }
  return viscous / (viscous + elastic);
}

}  // namespace froth::verify

// SPDX-License-Identifier: Apache-2.0
// Kernels that are stretched along the surface and thin across it, around places that are smoothed: after
// [Yu2013], sections 4.1 and 4.2. Differs from it: lengths are the roots of the covariance's eigenvalues,
// brought to unit volume, so that every kernel holds its particle's volume; and the surface is moved to where
// it holds the volume of the particles (match_volume.h).
#include <cmath>

#include <froth/geometry/neighbor_search.h>
#include <froth/linalg/eigen_sym.h>
#include <froth/surface/gather.h>
#include <froth/surface/match_volume.h>
#include <froth/surface/methods.h>

namespace froth {

namespace {

constexpr double kNeighbourhood = 2.5;  ///< radius of what is averaged [spacings]
constexpr double kSmoothing = 0.9;      ///< lambda of [Yu2013], Eq. (6)
constexpr double kMostStretch = 3;      ///< k_r of [Yu2013], Eq. (15), of lengths
constexpr std::size_t kFewest = 12;     ///< with fewer neighbours a kernel stays round
constexpr double kSupport = 2.5;        ///< radius of a round kernel [spacings]
/// What the kernels add up to on a flat face: less than 1/2, because smoothing has drawn the outermost
/// particles in. Calibrated on the faces of a cube of jittered samples, which then stay within 0.01 spacings
/// of their place without match_volume.
constexpr float kFaceShare = 0.2f;
constexpr float kMatchReach = 2.25f, kMatchMost = 0.4f;  ///< as for the level set [spacings]

/// The kernel of one particle is (1 - d.M.d)^3, d from its middle, times its weight.
struct Kernel {
  Vec3<float> x;     ///< middle [m]
  Sym3<float> M;     ///< [1 / m^2]
  float weight = 0;  ///< so that it sums to the particle's volume
  float reach = 0;   ///< half its longest axis [m]
};

using Places = std::vector<Vec3<double>>;

/// Lengths along the axes of a covariance, none less than 1/kMostStretch of the longest, of product 1.
Vec3<double> lengths_of(const Vec3<double>& variances) {
  Vec3<double> length{};
  double most = 0, volume = 1;
  for (int d = 0; d < 3; ++d) most = std::max(most, length[d] = std::sqrt(std::max(variances[d], 0.0)));
  for (int d = 0; d < 3; ++d) volume *= length[d] = std::max(length[d], most / kMostStretch);
  return most > 0 ? length / std::cbrt(volume) : Vec3<double>::constant(1);
}

Sym3<double> outer_product(const Vec3<double>& a) {
  return {a[0] * a[0], a[1] * a[1], a[2] * a[2], a[0] * a[1], a[0] * a[2], a[1] * a[2]};
}

Kernel kernel_of(std::size_t p, const SkinPoints& points, const Places& places,
                 const NeighborSearch<3>& search) {
  const double h = double(points.spacing[p]), radius = kNeighbourhood * h;
  double sum = 0;
  std::size_t count = 0;
  Vec3<double> mean{};
  Sym3<double> square{};  // all from the particle's own place, so that nothing cancels
  search.visit_within(places[p], radius, [&](std::uint32_t n, double apart) {
    const double share = std::sqrt(apart) / radius, size = double(points.spacing[n]);
    const double w = (1 - share * share * share) * size * size * size;
    const Vec3<double> arm = places[n] - places[p];
    sum += w, mean += w * arm, square = square + w * outer_product(arm);
    ++count;
  });
  Kernel kernel;
  const double support = kSupport * h;
  kernel.weight = static_cast<float>(315.0 / (64 * 3.14159265358979) / (kSupport * kSupport * kSupport));
  Vec3<double> length = Vec3<double>::constant(1);
  Mat3<double> axes = Mat3<double>::identity();
  Vec3<double> middle = places[p];
  if (count > kFewest) {
    mean = mean / sum;
    middle += kSmoothing * mean;
    const EigenSym<double> eigen = eigen_sym((1 / sum) * square - outer_product(mean));
    length = lengths_of(eigen.values);
    axes = eigen.vectors;
  }
  Vec3<double> inverse{};
  for (int d = 0; d < 3; ++d) inverse[d] = 1 / (support * length[d] * support * length[d]);
  const Sym3<double> M = compose(axes, inverse);
  kernel.M = {float(M.xx), float(M.yy), float(M.zz), float(M.xy), float(M.xz), float(M.yz)};
  kernel.x = middle.cast<float>();
  kernel.reach = static_cast<float>(support * std::max({length[0], length[1], length[2]}));
  return kernel;
}

std::vector<Kernel> kernels_of(const SkinPoints& points) {
  Places places(points.count());
  for (std::size_t p = 0; p < places.size(); ++p) places[p] = points.x[p].cast<double>();
  const NeighborSearch<3> search(places, kNeighbourhood * median_spacing(points));
  std::vector<Kernel> kernels(points.count());
  parallel_chunks(static_cast<Index>(places.size()), 256, [&](const Chunk& chunk) {
    for (auto p = static_cast<std::size_t>(chunk.begin); p < static_cast<std::size_t>(chunk.end); ++p)
      kernels[p] = std::isfinite(dot(places[p], places[p])) ? kernel_of(p, points, places, search)
                                                            : Kernel{points.x[p], {}, 0, 0};
  });
  return kernels;
}

/// Adds a kernel to a tile; M is in voxels.
void add_kernel(const TilePoint& p, const Sym3<float>& M, float reach, float weight, float* share) {
  int low[2], high[2];
  for (int d = 0; d < 2; ++d) {
    low[d] = std::max(0, static_cast<int>(std::ceil(p.x[d] - reach)));
    high[d] = std::min(kTile - 1, static_cast<int>(std::floor(p.x[d] + reach)));
  }
  for (int i = low[0]; i <= high[0]; ++i)
    for (int j = low[1]; j <= high[1]; ++j) {
      const float a = float(i) - p.x[0], b = float(j) - p.x[1];
      const float plain = M.xx * a * a + M.yy * b * b + 2 * M.xy * a * b, slope = 2 * (M.xz * a + M.yz * b);
      float* row = share + (i * kTile + j) * kTile;
      for (int k = 0; k < kTile; ++k) {
        const float c = float(k) - p.x[2];
        const float rest = std::max(0.0f, 1 - (plain + c * (slope + c * M.zz)));
        row[k] += weight * rest * rest * rest;
      }
    }
}

/// What the sum of kernels lacks to that of a flat face.
std::vector<float> gather_kernels(const TiledPoints& points, const std::vector<Kernel>& kernels) {
  std::vector<float> lack(points.tiles().count() * kTileCorners, kFaceShare);
  const auto voxel = static_cast<float>(points.lattice.voxel);
  for_tiles(points.tiles().count(), [&](std::size_t t) {
    float* values = tile_values(lack, t).data();
    points.visit(t, [&](std::uint32_t n, const TilePoint& p) {
      const Kernel& kernel = kernels[n];
      add_kernel(p, (voxel * voxel) * kernel.M, kernel.reach / voxel, -kernel.weight, values);
    });
  });
  return lack;
}

}  // namespace

Band anisotropic_band(const SkinPoints& points, const VoxelLattice& lattice, const MaybePlane& plane) {
  const std::vector<Kernel> kernels = kernels_of(points);
  SkinPoints moved{std::vector<Vec3<float>>(kernels.size()), points.spacing};
  std::vector<float> reaches(kernels.size());
  for (std::size_t p = 0; p < kernels.size(); ++p) {
    moved.x[p] = kernels[p].x;
    reaches[p] = kernels[p].reach;
  }
  const TiledPoints tiled(moved, lattice, reaches);
  Band band = band_of(tiled.tiles(), gather_kernels(tiled, kernels), kFaceShare, plane);
  const double spacing = median_spacing(points) / lattice.voxel;
  for_tiles(band.tiles.count(), [&](std::size_t t) {
    for (float& v : tile_values(band.phi, t)) v *= static_cast<float>(spacing);
  });
  redistance(band);
  const TiledPoints plain(points, lattice, kFillReach);
  std::vector<float> lack = gather_fill(plain);
  for (float& v : lack) v = 0.5f - v;
  match_volume(band, values_on(band, plain.tiles(), lack, 0.5f),
               std::min(kMatchReach * static_cast<float>(spacing), kBand - 0.5f),
               kMatchMost * static_cast<float>(spacing));
  return band;
}

}  // namespace froth

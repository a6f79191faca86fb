// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/chips.h>

#include <cmath>

#include <froth/geometry/neighbor_search.h>
#include <froth/surface/band_pieces.h>

namespace froth {

namespace {

constexpr double kChip = 3, kBody = 12;  ///< most volume of a chip, least of a body [spacings^3]
constexpr double kNear = 1.3;            ///< how far apart threads hold [spacings]
constexpr float kGone = 1;               ///< value where a chip was [voxels]

enum class Size : std::uint8_t { Chip, Some, Body };

}  // namespace

void remove_chips(Band& band, const SkinPoints& points, const VoxelLattice& lattice) {
  const BandPieces pieces(band);
  const double particle = std::pow(median_spacing(points) / lattice.voxel, 3);  // in voxels
  std::vector<Size> sizes;
  for (const std::size_t n : pieces.corners())
    sizes.push_back(double(n) <= kChip * particle ? Size::Chip
                                                  : (double(n) < kBody * particle ? Size::Some : Size::Body));
  const auto has = [&](Size size) { return std::find(sizes.begin(), sizes.end(), size) != sizes.end(); };
  if (!has(Size::Chip) || !has(Size::Body)) return;
  const std::vector<std::int32_t> piece = pieces.of_points(points, lattice);
  const auto is_in = [&](std::size_t p, Size size) {
    return piece[p] >= 0 && sizes[static_cast<std::size_t>(piece[p])] == size;
  };
  std::vector<Vec3<double>> places;
  for (const Vec3<float>& x : points.x) places.push_back(x.cast<double>());
  const NeighborSearch<3> search(places, kNear * median_spacing(points));
  const auto is_any_near = [&](std::size_t p, auto&& is_such) {
    bool is_found = false;
    search.visit_within(places[p], kNear * double(points.spacing[p]),
                        [&](std::uint32_t n, double) { is_found = is_found || is_such(n); });
    return is_found;
  };
  const auto is_in_body = [&](std::size_t p) { return is_in(p, Size::Body); };
  std::vector<char> is_gone(sizes.size());
  for (std::size_t p = 0; p < piece.size(); ++p)
    if (is_in(p, Size::Chip) &&
        is_any_near(p, [&](std::size_t n) { return is_in_body(n) || is_any_near(n, is_in_body); }))
      is_gone[static_cast<std::size_t>(piece[p])] = 1;
  for (std::size_t n = 0; n < band.phi.size(); ++n)
    if (pieces.of_corner(n) >= 0 && is_gone[static_cast<std::size_t>(pieces.of_corner(n))])
      band.phi[n] = kGone;
}

}  // namespace froth

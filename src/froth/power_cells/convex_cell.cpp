// SPDX-License-Identifier: Apache-2.0
#include <froth/power_cells/convex_cell.h>

#include <algorithm>

namespace froth {

void ConvexCell<2>::start(const Place& low, const Place& high, std::span<const PlaneTag> tags) {
  corner_ = {low, {high[0], low[1]}, high, {low[0], high[1]}};
  tag_ = {tags[2], tags[1], tags[3], tags[0]};
}

bool ConvexCell<2>::cut(const Place& normal, double offset, PlaneTag tag) {
  const std::size_t count = corner_.size();
  height_.resize(count);
  bool is_cut = false;
  for (std::size_t k = 0; k < count; ++k) {
    height_[k] = dot(normal, corner_[k]) - offset;
    is_cut = is_cut || height_[k] > 0;
  }
  if (!is_cut) return false;
  next_corner_.clear(), next_tag_.clear();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t n = k + 1 == count ? 0 : k + 1;
    const bool is_in = height_[k] <= 0, goes_in = height_[n] <= 0;
    if (is_in) next_corner_.push_back(corner_[k]), next_tag_.push_back(tag_[k]);
    if (is_in == goes_in) continue;
    const double t = height_[k] / (height_[k] - height_[n]);
    next_corner_.push_back(corner_[k] + t * (corner_[n] - corner_[k]));
    next_tag_.push_back(is_in ? tag : tag_[k]);
  }
  corner_.swap(next_corner_), tag_.swap(next_tag_);
  return true;
}

double ConvexCell<2>::farthest_square() const {
  double most = 0;
  for (const Place& x : corner_) most = std::max(most, dot(x, x));
  return most;
}

void ConvexCell<3>::start(const Place& low, const Place& high, std::span<const PlaneTag> tags) {
  corners_.clear();
  for (unsigned k = 0; k < 8; ++k) {
    Corner corner{};
    for (int d = 0; d < 3; ++d) {
      const bool is_high = (k >> d & 1u) != 0;
      corner.x[d] = is_high ? high[d] : low[d];
      corner.planes[d] = tags[std::size_t(2 * d + (is_high ? 1 : 0))];
    }
    corners_.push_back(corner);
  }
  count_ = next_count_ = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (unsigned end = 0; end < 2; ++end) {
      const unsigned b = 1u << ((axis + 1) % 3), c = 1u << ((axis + 2) % 3), a = end << axis;
      Face& face = next_face(tags[std::size_t(2 * axis) + end]);
      if (end == 1)
        face.corners = {a, a | b, a | b | c, a | c};
      else
        face.corners = {a, a | c, a | b | c, a | b};
      for (std::size_t k = 0; k < 4; ++k) {
        const std::uint32_t both = face.corners[k] & face.corners[(k + 1) % 4];
        const std::uint32_t moved = face.corners[k] ^ face.corners[(k + 1) % 4];
        const int along = moved == 1u ? 0 : moved == 2u ? 1 : 2, other = 3 - axis - along;
        face.across.push_back(tags[std::size_t(2 * other) + (both >> other & 1u)]);
      }
    }
  faces_.swap(next_faces_);
  std::swap(count_, next_count_);
}

ConvexCell<3>::Face& ConvexCell<3>::next_face(PlaneTag tag) {
  if (next_count_ == next_faces_.size()) next_faces_.emplace_back();
  Face& face = next_faces_[next_count_++];
  face.tag = tag;
  face.corners.clear(), face.across.clear();
  return face;
}

bool ConvexCell<3>::cut(const Place& normal, double offset, PlaneTag tag) {
  height_.resize(corners_.size());
  bool is_cut = false, is_left = false;
  // Corners that no face has any more are in nobody's way: whether they are cut does not matter.
  for (std::size_t f = 0; f < count_; ++f)
    for (const std::uint32_t k : faces_[f].corners) {
      height_[k] = dot(normal, corners_[k].x) - offset;
      (height_[k] > 0 ? is_cut : is_left) = true;
    }
  if (!is_cut) return false;
  if (!is_left) {
    count_ = 0;
    return true;
  }
  next_count_ = 0;
  crossings_.clear(), gaps_.clear();
  for (std::size_t f = 0; f < count_; ++f) cut_face(faces_[f], tag);
  close_with(tag);
  faces_.swap(next_faces_);
  count_ = next_count_;
  return true;
}

void ConvexCell<3>::cut_face(const Face& face, PlaneTag tag) {
  const std::size_t count = face.corners.size();
  std::size_t inside = 0;
  for (const std::uint32_t k : face.corners) inside += height_[k] <= 0 ? 1 : 0;
  if (inside == 0) return;
  Face& next = next_face(face.tag);
  std::uint32_t from = 0, to = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t a = face.corners[k], b = face.corners[k + 1 == count ? 0 : k + 1];
    const bool is_in = height_[a] <= 0, goes_in = height_[b] <= 0;
    if (is_in) next.corners.push_back(a), next.across.push_back(face.across[k]);
    if (is_in == goes_in) continue;
    const std::uint32_t c = crossing(is_in ? a : b, is_in ? b : a, {face.tag, face.across[k], tag});
    next.corners.push_back(c);
    next.across.push_back(is_in ? tag : face.across[k]);
    (is_in ? to : from) = c;
  }
  if (inside < count) gaps_.push_back({from, to, face.tag});
}

std::uint32_t ConvexCell<3>::crossing(std::uint32_t inside, std::uint32_t outside,
                                      const PlaneTag (&planes)[3]) {
  for (const Crossing& known : crossings_)
    if (known.inside == inside && known.outside == outside) return known.corner;
  const double t = height_[inside] / (height_[inside] - height_[outside]);
  const Place x = corners_[inside].x + t * (corners_[outside].x - corners_[inside].x);
  const auto number = static_cast<std::uint32_t>(corners_.size());
  corners_.push_back({x, {planes[0], planes[1], planes[2]}});
  height_.push_back(0);
  crossings_.push_back({inside, outside, number});
  return number;
}

/// The new face runs along the gaps that it closes, each the other way round.
void ConvexCell<3>::close_with(PlaneTag tag) {
  if (gaps_.empty()) return;
  Face& face = next_face(tag);
  std::size_t at = 0;
  for (std::size_t turns = 0; turns < gaps_.size(); ++turns) {
    face.corners.push_back(gaps_[at].from);
    face.across.push_back(gaps_[at].across);
    const std::uint32_t end = gaps_[at].to;
    if (end == gaps_[0].from) break;
    for (std::size_t k = 0; k < gaps_.size(); ++k)
      if (gaps_[k].from == end) at = k;
  }
  if (face.corners.size() < 3) --next_count_;
}

double ConvexCell<3>::farthest_square() const {
  double most = 0;
  for (std::size_t f = 0; f < count_; ++f)
    for (const std::uint32_t k : faces_[f].corners) most = std::max(most, dot(corners_[k].x, corners_[k].x));
  return most;
}

}  // namespace froth

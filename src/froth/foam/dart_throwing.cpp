// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/dart_throwing.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <froth/base/random.h>

namespace froth {

namespace {

/// Pieces are 1/4 to 1/32 of a half cell wide.
constexpr int kFirstLevel = 2, kLastLevel = 5;
/// From this level on pieces whose corners are all covered are dropped: no point of them is further than half
/// their diagonal, 0.054 r, from a covered corner.
constexpr int kCornerLevel = 4;
constexpr std::int16_t kNone = -1;

/// New points of a block, listed by half cell. Filled by one task, read by others later.
template <int Dim>
struct NewPoints {
  std::vector<HalfPlace<Dim>> places;  ///< half cells count from the lowest corner of the block
  std::vector<std::int16_t> next;      ///< new point in the same half cell
  std::vector<std::int16_t> first;     ///< by half cell; empty while there are no points

  void add(const HalfPlace<Dim>& place) {
    if (first.empty()) first.assign(kHalfCells<Dim>, kNone);
    std::int16_t& head = first[static_cast<std::size_t>(half_in_block(place.half))];
    next.push_back(head);
    head = static_cast<std::int16_t>(places.size());
    places.push_back(place);
  }
};

/// Fills the voids of one block.
template <int Dim>
class BlockDarts {
 public:
  using Half = Vec<Dim, std::int32_t>;
  using Place = Vec<Dim, float>;

  BlockDarts(const PointCells<Dim>& points, const SphereUnion<Dim>& surface, const DartSettings& settings,
             std::vector<NewPoints<Dim>>& made, std::size_t block)
      : points_(points),
        settings_(settings),
        made_(made),
        block_(block),
        square_(static_cast<float>(settings.coverage * settings.coverage)),
        depth_(static_cast<float>(-settings.depth)),
        around_(points.list().around(points.blocks()[block])) {
    load_nodes(surface);
  }

  void run() {
    if (!(*std::min_element(node_.begin(), node_.end()) < depth_)) return;
    for (int n = 0; n < kHalfCells<Dim>; ++n) {
      half_ = half_of_number<Dim>(n);
      if (!load_depths()) continue;
      gather_points();
      list_quarters();
      for (int level = kFirstLevel; level <= kLastLevel && !pieces_.empty(); ++level) {
        throw_at(level);
        if (level < kLastLevel) cut(level);
      }
    }
  }

 private:
  static constexpr int kCorners = 1 << Dim;
  static constexpr int kQuarters = Dim == 3 ? 64 : 16;
  static constexpr int kNodes = Dim == 3 ? 729 : 81;  ///< of a block, its upper faces included

  /// A cube of width 2^-level, counted from the lowest corner of the half cell.
  struct Piece {
    Vec<Dim, std::uint8_t> part;
    bool is_exposed = false;  ///< a corner is not covered
  };

  void load_nodes(const SphereUnion<Dim>& surface);
  bool load_depths();
  float depth_at(const Place& x) const;
  bool is_deep_somewhere(const Place& low, float width) const;
  void gather_points();
  void add_near(const Place& x);
  void list_quarters();
  void find_near(const Place& low, float width);
  bool is_exposed(const Place& low, float width) const;
  void cut(int level);
  void throw_at(int level);
  void throw_one(const Piece& piece, int level);
  Vec<4, double> draw(int level, const Vec<Dim, std::uint8_t>& part) const;
  static Place low_corner(const Piece& piece, float width) {
    return width * piece.part.template cast<float>();
  }

  const PointCells<Dim>& points_;
  const DartSettings& settings_;
  std::vector<NewPoints<Dim>>& made_;
  std::size_t block_;
  float square_, depth_;
  Around<Dim> around_;
  std::array<float, kNodes> node_;

  // Of the half cell at hand; places count from its lowest corner.
  Half half_{};
  std::array<float, kCorners> corner_;  ///< signed distances at its corners
  bool is_deep_ = false;                ///< all of it is deep enough
  std::vector<Place> near_, nearer_;    ///< points that cover some of it; of these, those near a piece
  std::vector<Piece> pieces_, smaller_;
};

template <int Dim>
void BlockDarts<Dim>::load_nodes(const SphereUnion<Dim>& surface) {
  const Around<Dim> around = surface.list().around(points_.blocks()[block_]);
  for (int n = 0; n < kNodes; ++n) {
    Half node{};
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= kHalfWidth + 1) node[d] = rest % (kHalfWidth + 1);
    const std::int32_t holder = around[static_cast<std::size_t>(around_of_half(node))];
    node_[static_cast<std::size_t>(n)] =
        holder < 0 ? SphereUnion<Dim>::kBand : surface.value(holder, half_in_block(node));
  }
}

/// Whether a new point may lie in the half cell. Between corners the distance is interpolated, so that it is
/// least at a corner.
template <int Dim>
bool BlockDarts<Dim>::load_depths() {
  bool is_somewhere = false;
  is_deep_ = true;
  for (int c = 0; c < kCorners; ++c) {
    int n = 0;
    for (int d = 0; d < Dim; ++d) n = n * (kHalfWidth + 1) + half_[d] + ((c >> d) & 1);
    const float value = corner_[static_cast<std::size_t>(c)] = node_[static_cast<std::size_t>(n)];
    is_somewhere = is_somewhere || value < depth_;
    is_deep_ = is_deep_ && value < depth_;
  }
  return is_somewhere;
}

template <int Dim>
float BlockDarts<Dim>::depth_at(const Place& x) const {
  float sum = 0;
  for (int c = 0; c < kCorners; ++c) {
    float w = 1;
    for (int d = 0; d < Dim; ++d) w *= ((c >> d) & 1) != 0 ? x[d] : 1 - x[d];
    sum += w * corner_[static_cast<std::size_t>(c)];
  }
  return sum;
}

template <int Dim>
bool BlockDarts<Dim>::is_deep_somewhere(const Place& low, float width) const {
  if (is_deep_) return true;
  for (int c = 0; c < kCorners; ++c) {
    Place x = low;
    for (int d = 0; d < Dim; ++d) x[d] += ((c >> d) & 1) != 0 ? width : 0;
    if (depth_at(x) < depth_) return true;
  }
  return false;
}

template <int Dim>
void BlockDarts<Dim>::add_near(const Place& x) {
  float square = 0;  // of the distance to the half cell
  for (int d = 0; d < Dim; ++d) {
    const float apart = std::max({x[d] - 1, -x[d], 0.0f});
    square += apart * apart;
  }
  if (square < square_) near_.push_back(x);
}

template <int Dim>
void BlockDarts<Dim>::gather_points() {
  near_.clear();
  const Half one = Half::constant(1);
  const Place low = half_.template cast<float>();
  points_.visit(around_, half_ - one, half_ + one, [&](std::size_t, const Place& x) { add_near(x - low); });
  for (int n = 0; n < kAround<Dim>; ++n) {  // new points, in the half cells around
    Half other = half_;
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= 3) other[d] += rest % 3 - 1;
    const std::int32_t holder = around_[static_cast<std::size_t>(around_of_half(other))];
    if (holder < 0) continue;
    const NewPoints<Dim>& made = made_[static_cast<std::size_t>(holder)];
    if (made.first.empty()) continue;
    const Place shift = (other - half_).template cast<float>();
    for (auto k = made.first[static_cast<std::size_t>(half_in_block(other))]; k != kNone;
         k = made.next[static_cast<std::size_t>(k)])
      add_near(made.places[static_cast<std::size_t>(k)].part + shift);
  }
}

/// The quarters of the half cell that no single sphere covers.
template <int Dim>
void BlockDarts<Dim>::list_quarters() {
  constexpr float width = 0.25f;
  float best[kQuarters];  // squared distance of the furthest corner from the best point
  std::fill_n(best, kQuarters, 1e10f);
  for (const Place& x : near_) {
    float far[Dim][4];
    for (int d = 0; d < Dim; ++d)
      for (int k = 0; k < 4; ++k) {
        const float arm = std::abs(x[d] - width * (float(k) + 0.5f)) + width / 2;
        far[d][k] = arm * arm;
      }
    for (int n = 0; n < kQuarters; n += 4) {
      float others = 0;
      for (int d = Dim - 2, rest = n / 4; d >= 0; --d, rest /= 4) others += far[d][rest % 4];
      for (int k = 0; k < 4; ++k) best[n + k] = std::min(best[n + k], others + far[Dim - 1][k]);
    }
  }
  pieces_.clear();
  for (int n = 0; n < kQuarters; ++n) {
    if (best[n] <= square_) continue;
    Piece piece;
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= 4)
      piece.part[d] = static_cast<std::uint8_t>(rest % 4);
    if (is_deep_somewhere(low_corner(piece, width), width)) pieces_.push_back(piece);
  }
}

template <int Dim>
void BlockDarts<Dim>::find_near(const Place& low, float width) {
  nearer_.clear();
  for (const Place& x : near_) {
    float square = 0;
    for (int d = 0; d < Dim; ++d) {
      const float apart = std::max({x[d] - low[d] - width, low[d] - x[d], 0.0f});
      square += apart * apart;
    }
    if (square < square_) nearer_.push_back(x);
  }
}

/// Whether a corner of a piece is not covered, by the points near it.
template <int Dim>
bool BlockDarts<Dim>::is_exposed(const Place& low, float width) const {
  float best[kCorners];
  std::fill_n(best, kCorners, 1e10f);
  for (const Place& x : nearer_) {
    float to[Dim][2];
    for (int d = 0; d < Dim; ++d) {
      to[d][0] = (x[d] - low[d]) * (x[d] - low[d]);
      to[d][1] = (x[d] - low[d] - width) * (x[d] - low[d] - width);
    }
    for (int c = 0; c < kCorners; ++c) {
      float square = 0;
      for (int d = 0; d < Dim; ++d) square += to[d][(c >> d) & 1];
      best[c] = std::min(best[c], square);
    }
  }
  return *std::max_element(best, best + kCorners) > square_;
}

/// Halves all pieces along every axis and keeps what no single sphere covers.
template <int Dim>
void BlockDarts<Dim>::cut(int level) {
  const float width = std::ldexp(1.0f, -level), half = width / 2;
  smaller_.clear();
  for (const Piece& piece : pieces_) {
    if (level >= kCornerLevel && !piece.is_exposed) continue;
    const Place low = low_corner(piece, width);
    find_near(low, width);
    float best[kCorners];
    std::fill_n(best, kCorners, 1e10f);
    for (const Place& x : nearer_) {
      float far[Dim][2];
      for (int d = 0; d < Dim; ++d)
        for (int k = 0; k < 2; ++k) {
          const float arm = std::abs(x[d] - low[d] - half * (float(k) + 0.5f)) + half / 2;
          far[d][k] = arm * arm;
        }
      for (int c = 0; c < kCorners; ++c) {
        float square = 0;
        for (int d = 0; d < Dim; ++d) square += far[d][(c >> d) & 1];
        best[c] = std::min(best[c], square);
      }
    }
    for (int c = 0; c < kCorners; ++c) {
      if (best[c] <= square_) continue;
      Piece child;
      for (int d = 0; d < Dim; ++d)
        child.part[d] = static_cast<std::uint8_t>(2 * piece.part[d] + ((c >> d) & 1));
      if (is_deep_somewhere(low_corner(child, half), half)) smaller_.push_back(child);
    }
  }
  pieces_.swap(smaller_);
}

/// Numbers of a piece: they depend on where it is and on the event, on nothing else. A half cell as a whole
/// is level 0.
template <int Dim>
Vec<4, double> BlockDarts<Dim>::draw(int level, const Vec<Dim, std::uint8_t>& part) const {
  const BlockCoord<Dim>& block = points_.blocks()[block_];
  std::uint64_t place = 0;
  for (int d = 0; d < Dim; ++d)
    place = (place << (Dim == 3 ? 21 : 32)) |
            (static_cast<std::uint32_t>(block[d] * kHalfWidth + half_[d]) & (Dim == 3 ? 0x1FFFFFu : ~0u));
  std::uint32_t index = settings_.cloud << 3 | static_cast<std::uint32_t>(level);
  for (int d = 0; d < Dim; ++d) index = index << 5 | part[d];
  return uniform4({settings_.seed, Purpose::Resampling}, place, settings_.event, index);
}

/// One dart at each exposed piece, in random order.
template <int Dim>
void BlockDarts<Dim>::throw_at(int level) {
  const float width = std::ldexp(1.0f, -level);
  bool is_any_exposed = false;
  for (Piece& piece : pieces_) {
    const Place low = low_corner(piece, width);
    find_near(low, width);
    piece.is_exposed = is_exposed(low, width);
    is_any_exposed = is_any_exposed || piece.is_exposed;
  }
  if (!is_any_exposed) return;
  Vec<Dim, std::uint8_t> whole{};
  whole[0] = static_cast<std::uint8_t>(level);
  const std::size_t count = pieces_.size();
  const Vec<4, double> u = draw(0, whole);
  // A random order that costs nothing: from a random piece on, in random strides.
  std::size_t stride = 1 + static_cast<std::size_t>(u[1] * double(count));
  while (std::gcd(stride, count) != 1) ++stride;
  std::size_t n = static_cast<std::size_t>(u[0] * double(count));
  for (std::size_t k = 0; k < count; ++k, n = (n + stride) % count)
    if (pieces_[n].is_exposed) throw_one(pieces_[n], level);
}

template <int Dim>
void BlockDarts<Dim>::throw_one(const Piece& piece, int level) {
  const float width = std::ldexp(1.0f, -level);
  const Vec<4, double> u = draw(level, piece.part);
  Place x = low_corner(piece, width);
  // Rounding must not carry the point into the next half cell.
  for (int d = 0; d < Dim; ++d) x[d] = std::min(x[d] + width * static_cast<float>(u[d]), 0x1.fffffep-1f);
  for (const Place& other : near_)
    if (!(dot(x - other, x - other) > square_)) return;
  if (!(depth_at(x) < depth_)) return;
  near_.push_back(x);
  made_[block_].add({half_, x});
}

/// Blocks of one colour do not touch. A periodic axis of odd length needs a third colour where it closes.
template <int Dim>
std::vector<std::vector<std::size_t>> coloured_blocks(const BlockList<Dim>& list) {
  std::vector<std::vector<std::size_t>> blocks_of(Dim == 3 ? 27 : 9);
  for (std::size_t b = 0; b < list.blocks().size(); ++b) {
    std::size_t colour = 0;
    for (int d = 0; d < Dim; ++d) {
      const std::int32_t at = list.blocks()[b][d], length = list.periodic()[d];
      const bool closes = length % 2 == 1 && at == length - 1;
      colour = colour * 3 + (closes ? 2u : static_cast<std::size_t>(at & 1));
    }
    blocks_of[colour].push_back(b);
  }
  return blocks_of;
}

}  // namespace

template <int Dim>
std::vector<HalfPlace<Dim>> throw_darts(const PointCells<Dim>& points, const SphereUnion<Dim>& surface,
                                        const DartSettings& settings) {
  std::vector<NewPoints<Dim>> made(points.blocks().size());
  for (const std::vector<std::size_t>& blocks : coloured_blocks(points.list()))
    parallel_tasks(static_cast<Index>(blocks.size()), [&](Index k) {
      BlockDarts<Dim>(points, surface, settings, made, blocks[static_cast<std::size_t>(k)]).run();
    });
  std::vector<HalfPlace<Dim>> all;
  for (std::size_t b = 0; b < made.size(); ++b)
    for (HalfPlace<Dim> place : made[b].places) {
      place.half += kHalfWidth * points.blocks()[b];
      all.push_back(place);
    }
  return all;
}

template std::vector<HalfPlace<2>> throw_darts(const PointCells<2>&, const SphereUnion<2>&,
                                               const DartSettings&);
template std::vector<HalfPlace<3>> throw_darts(const PointCells<3>&, const SphereUnion<3>&,
                                               const DartSettings&);

}  // namespace froth

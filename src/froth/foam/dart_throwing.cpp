// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/dart_throwing.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <froth/base/random.h>
#include <froth/geometry/block_colors.h>
#include <froth/geometry/dart_pieces.h>

namespace froth {

namespace {

/// Pieces are 1/8 to 1/32 of a half cell wide.
constexpr int kFirstLevel = 3, kLastLevel = 5;
constexpr std::int16_t kNone = -1;

/// New points of a block, listed by half cell. Filled by one task, read by others later.
template <int Dim>
struct NewPoints {
  std::vector<HalfPlace<Dim>> places;  ///< half cells count from the lowest corner of the block
  std::vector<std::int16_t> next;      ///< new point in the same half cell
  std::vector<std::int16_t> first;     ///< by half cell; empty while there are no points

  void add(const HalfPlace<Dim>& place) {
    if (first.empty()) first.assign(kListCells<Dim>, kNone);
    std::int16_t& head = first[static_cast<std::size_t>(list_number(place.half))];
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
    for (const std::int32_t other : around_)
      has_new_ = has_new_ || (other >= 0 && !made_[static_cast<std::size_t>(other)].places.empty());
  }

  void run() {
    if (!(*std::min_element(node_.begin(), node_.end()) < depth_)) return;
    for (int n = 0; n < kListCells<Dim>; ++n) {
      half_ = list_cell<Dim>(n);
      if (!load_depths()) continue;
      gather_points();
      list_eighths();
      pieces_.fill(*this, kFirstLevel, kLastLevel);
    }
  }

 private:
  static constexpr int kCorners = 1 << Dim;
  static constexpr int kQuarters = Dim == 3 ? 64 : 16;  ///< pieces of a half cell that are looked at first
  static constexpr int kNodes = Dim == 3 ? 729 : 81;    ///< of a block, its upper faces included

  /// Of the half cell at hand.
  struct Piece {
    PiecePart<Dim> part;
  };
  friend class DartPieces<Dim, Piece>;

  void load_nodes(const SphereUnion<Dim>& surface);
  bool load_depths();
  float depth_at(const Place& x) const;
  void gather_points();
  void add_near(const Place& x);
  void measure_quarters(float (&nearest)[kQuarters]) const;
  void list_eighths();
  bool is_void(const Place& x) const;
  /// Pieces whose middle is in no void are dropped.
  bool is_covered(const Piece& piece, int level) const {
    return !is_void(middle_of_piece<Dim, float>(piece.part, level));
  }
  void throw_at(int level, const std::vector<Piece>& pieces);
  void throw_one(const Piece& piece, int level);
  Vec<4, double> draw(int level, const PiecePart<Dim>& part) const;

  const PointCells<Dim>& points_;
  const DartSettings& settings_;
  std::vector<NewPoints<Dim>>& made_;
  std::size_t block_;
  float square_, depth_;
  Around<Dim> around_;
  bool has_new_ = false;  ///< there are new points in the blocks around
  std::array<float, kNodes> node_;

  // Of the half cell at hand; places count from its lowest corner.
  Half half_{};
  std::array<float, kCorners> corner_;  ///< signed distances at its corners
  std::vector<Place> near_;             ///< points that cover some of it
  DartPieces<Dim, Piece> pieces_;
};

template <int Dim>
void BlockDarts<Dim>::load_nodes(const SphereUnion<Dim>& surface) {
  const Around<Dim> around = surface.list().around(points_.blocks()[block_]);
  for (int n = 0; n < kNodes; ++n) {
    Half node{};
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= kListWidth + 1) node[d] = rest % (kListWidth + 1);
    const std::int32_t holder = around[static_cast<std::size_t>(around_of(node))];
    node_[static_cast<std::size_t>(n)] =
        holder < 0 ? SphereUnion<Dim>::kBand : surface.value(holder, list_number(node));
  }
}

/// Whether a new point may lie in the half cell. Between corners the distance is interpolated, so that it is
/// least at a corner.
template <int Dim>
bool BlockDarts<Dim>::load_depths() {
  bool is_somewhere = false;
  for (int c = 0; c < kCorners; ++c) {
    int n = 0;
    for (int d = 0; d < Dim; ++d) n = n * (kListWidth + 1) + half_[d] + ((c >> d) & 1);
    const float value = corner_[static_cast<std::size_t>(c)] = node_[static_cast<std::size_t>(n)];
    is_somewhere = is_somewhere || value < depth_;
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
  if (!has_new_) return;
  for (int n = 0; n < kAround<Dim>; ++n) {  // new points, in the half cells around
    Half other = half_;
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= 3) other[d] += rest % 3 - 1;
    const std::int32_t holder = around_[static_cast<std::size_t>(around_of(other))];
    if (holder < 0) continue;
    const NewPoints<Dim>& made = made_[static_cast<std::size_t>(holder)];
    if (made.first.empty()) continue;
    const Place shift = (other - half_).template cast<float>();
    for (auto k = made.first[static_cast<std::size_t>(list_number(other))]; k != kNone;
         k = made.next[static_cast<std::size_t>(k)])
      add_near(made.places[static_cast<std::size_t>(k)].part + shift);
  }
}

/// Squared distances of the middles of quarters from the nearest point.
template <int Dim>
void BlockDarts<Dim>::measure_quarters(float (&nearest)[kQuarters]) const {
  constexpr int plane = 16;  // quarters across the last two axes
  std::fill_n(nearest, kQuarters, 1e10f);
  for (const Place& x : near_) {
    float square[Dim][4], last[plane];
    for (int d = 0; d < Dim; ++d)
      for (int k = 0; k < 4; ++k) {
        const float arm = x[d] - (float(k) + 0.5f) / 4;
        square[d][k] = arm * arm;
      }
    for (int k = 0; k < plane; ++k) last[k] = square[Dim - 2][k / 4] + square[Dim - 1][k % 4];
    for (int i = 0; i < kQuarters / plane; ++i) {
      const float first = Dim == 3 ? square[0][i] : 0;
      for (int k = 0; k < plane; ++k)
        nearest[plane * i + k] = std::min(nearest[plane * i + k], first + last[k]);
    }
  }
}

/// The eighths of the half cell whose middle is in a void.
template <int Dim>
void BlockDarts<Dim>::list_eighths() {
  float nearest[kQuarters];
  measure_quarters(nearest);
  // The middle of a quarter is this much nearer than those of its eighths, at most.
  const float least = std::sqrt(square_) - std::sqrt(float(Dim)) / 16;
  std::vector<Piece>& pieces = pieces_.list();
  pieces.clear();
  for (int n = 0; n < kQuarters; ++n) {
    if (nearest[n] <= least * least) continue;
    Piece quarter{};
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= 4)
      quarter.part[d] = static_cast<std::uint8_t>(rest % 4);
    DartPieces<Dim, Piece>::add_children(*this, quarter, kFirstLevel - 1, pieces);
  }
}

/// Whether a place is deep enough and not covered.
template <int Dim>
bool BlockDarts<Dim>::is_void(const Place& x) const {
  for (const Place& other : near_)
    if (!(dot(x - other, x - other) > square_)) return false;
  return depth_at(x) < depth_;
}

/// Numbers of a piece: they depend on where it is and on the event, on nothing else. A half cell as a whole
/// is level 0.
template <int Dim>
Vec<4, double> BlockDarts<Dim>::draw(int level, const PiecePart<Dim>& part) const {
  const Half half = kListWidth * points_.blocks()[block_] + half_;
  const std::uint32_t index = (settings_.cloud << 3 | static_cast<std::uint32_t>(level))
                              << (kLastLevel * Dim);
  return uniform4({settings_.seed, Purpose::Resampling}, cell_key(half), settings_.event,
                  index | piece_key<Dim>(part, kLastLevel));
}

/// One dart at each piece whose middle is still in a void, in random order.
template <int Dim>
void BlockDarts<Dim>::throw_at(int level, const std::vector<Piece>& pieces) {
  PiecePart<Dim> whole{};
  whole[0] = static_cast<std::uint8_t>(level);
  const std::size_t count = pieces.size();
  const Vec<4, double> u = draw(0, whole);
  // A random order that costs nothing: from a random piece on, in random strides.
  std::size_t stride = 1 + static_cast<std::size_t>(u[1] * double(count));
  while (std::gcd(stride, count) != 1) ++stride;
  std::size_t n = static_cast<std::size_t>(u[0] * double(count));
  for (std::size_t k = 0; k < count; ++k, n = (n + stride) % count)
    if (!is_covered(pieces[n], level)) throw_one(pieces[n], level);
}

template <int Dim>
void BlockDarts<Dim>::throw_one(const Piece& piece, int level) {
  const Vec<4, double> u = draw(level, piece.part);
  Place x = place_in_piece<Dim, float>(piece.part, level,
                                       drop<Dim>(Vec3<double>{u[0], u[1], u[2]}).template cast<float>());
  // Rounding must not carry the point into the next half cell.
  for (int d = 0; d < Dim; ++d) x[d] = std::min(x[d], 0x1.fffffep-1f);
  if (!is_void(x)) return;
  near_.push_back(x);
  made_[block_].add({half_, x});
  has_new_ = true;
}

}  // namespace

template <int Dim>
std::vector<HalfPlace<Dim>> throw_darts(const PointCells<Dim>& points, const SphereUnion<Dim>& surface,
                                        const DartSettings& settings) {
  std::vector<NewPoints<Dim>> made(points.blocks().size());
  std::vector<std::vector<std::size_t>> by_color(kBlockColors<Dim>);
  for (std::size_t b = 0; b < made.size(); ++b) {
    const int color = block_color(points.blocks()[b], points.list().periodic());
    by_color[static_cast<std::size_t>(color)].push_back(b);
  }
  for (const std::vector<std::size_t>& blocks : by_color)
    parallel_tasks(static_cast<Index>(blocks.size()), [&](Index k) {
      BlockDarts<Dim>(points, surface, settings, made, blocks[static_cast<std::size_t>(k)]).run();
    });
  std::vector<HalfPlace<Dim>> all;
  for (std::size_t b = 0; b < made.size(); ++b)
    for (HalfPlace<Dim> place : made[b].places) {
      place.half += kListWidth * points.blocks()[b];
      all.push_back(place);
    }
  return all;
}

template std::vector<HalfPlace<2>> throw_darts(const PointCells<2>&, const SphereUnion<2>&,
                                               const DartSettings&);
template std::vector<HalfPlace<3>> throw_darts(const PointCells<3>&, const SphereUnion<3>&,
                                               const DartSettings&);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/patch_space.h>

#define EIGEN_MPL2_ONLY
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>

namespace froth {

namespace {

/// A motion of which no more than this share is its own, beside those before it, is left out.
constexpr double kLeastShare = 1e-9;

/// Nodes whose stiffness is less than so many times their mass (as impulses of 1 m/s) need no help, and do
/// not move with stiffer ones beside them: cream in a crust.
constexpr double kLeastStiffness = 100;

/// Beyond so many the decomposition would take longer than the iterations that it saves.
constexpr Index kMostPatches = 6000;

/// Blocks side by side: those ahead in the order of the axes, and the block itself first.
template <int Dim>
inline constexpr int kPairCount = Dim == 3 ? 14 : 5;

/// Which of these the block of one corner of a tile is, seen from another with a lower number.
template <int Dim>
int pair_of(int from, int to) {
  int place = 0, power = 1;
  for (int d = 0; d < Dim; ++d, power *= 3) place += power * ((to >> d & 1) - (from >> d & 1));
  return place;  // the last axis along which they differ is one step ahead: never negative
}

/// Products of motions by pairs of blocks, summed source by source in their order.
template <int Dim, class Real>
class PairSums {
 public:
  static constexpr int kModes = PatchBatch<Dim, Real>::kModes, kCorners = kTileBlocks<Dim>;
  static constexpr int kLocal = kModes * kCorners;
  using Local = std::array<double, static_cast<std::size_t>(kLocal* kLocal)>;

  explicit PairSums(std::size_t blocks)
      : value_(blocks * kPairCount<Dim> * kModes * kModes, 0.0), neighbor_(blocks * kPairCount<Dim>, -1) {}

  void add(const typename GridTopology<Dim>::Source& source, const Local& local) {
    for (int to = 0; to < kCorners; ++to)
      for (int from = 0; from <= to; ++from) {
        const std::size_t slot =
            static_cast<std::size_t>(source.tile[static_cast<std::size_t>(from)]) * kPairCount<Dim> +
            static_cast<std::size_t>(pair_of<Dim>(from, to));
        double* sum = value_.data() + slot * kModes * kModes;
        bool is_zero = true;
        for (int l = 0; l < kModes; ++l)
          for (int k = 0; k < kModes; ++k) {
            const double part =
                local[static_cast<std::size_t>((to * kModes + k) * kLocal + from * kModes + l)];
            sum[l * kModes + k] += part;
            is_zero = is_zero && part == 0;
          }
        if (!is_zero) neighbor_[slot] = source.tile[static_cast<std::size_t>(to)];
      }
  }

  /// Calls f(block, neighbour, products by mode of the block and mode of the neighbour).
  template <class F>
  void each(std::int32_t block, F f) const {
    for (int pair = 0; pair < kPairCount<Dim>; ++pair) {
      const std::size_t slot =
          static_cast<std::size_t>(block) * kPairCount<Dim> + static_cast<std::size_t>(pair);
      if (neighbor_[slot] >= 0) f(neighbor_[slot], pair == 0, value_.data() + slot * kModes * kModes);
    }
  }

 private:
  std::vector<double> value_;
  std::vector<std::int32_t> neighbor_;
};

/// Adds V0 dP : A of all pairs of motions that a batch sees to its source's sums, the lower half.
template <int Dim, class Real>
void add_products(const PatchBatch<Dim, Real>& batch, const Real* V0, std::size_t body, Index first,
                  int count, const BatchFunction<Dim, Real>& respond,
                  typename PairSums<Dim, Real>::Local& local) {
  using Wide = Pack<Real>;
  constexpr int modes = PatchBatch<Dim, Real>::kModes, size = PairSums<Dim, Real>::kLocal;
  alignas(64) Real volume[kBatch] = {};
  std::copy_n(V0 + first, count, volume);
  for (int c = 0; c < kTileBlocks<Dim>; ++c)
    for (int k = 0; batch.is_reached[c] && k < modes; ++k) {
      MatrixBatch<Dim, Real> dP = batch.A[c][k];
      respond(body, first, count, dP);
      for (auto& entry : dP.entry)
        for (int p = 0; p < kBatch; ++p) entry[p] = p < count ? entry[p] * volume[p] : Real(0);
      for (int other = 0; other <= c; ++other)
        for (int l = 0; batch.is_reached[other] && l < (other < c ? modes : k + 1); ++l) {
          Wide sum(0);
          for (int e = 0; e < Dim * Dim; ++e)
            for (int q = 0; q < count; q += Wide::kSize)
              sum += Wide::load(dP.entry[e] + q) * Wide::load(batch.A[other][l].entry[e] + q);
          double total = 0;
          for (int p = 0; p < Wide::kSize; ++p) total += double(sum[p]);
          local[static_cast<std::size_t>((c * modes + k) * size + other * modes + l)] += total;
        }
    }
}

}  // namespace

template <int Dim, class Real>
struct PatchSpace<Dim, Real>::Matrix {
  Eigen::SparseMatrix<double> lower;
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> decomposed;

  /// Mass alone is the unit matrix; where particles are compressed so much that the sum is not positive, more
  /// of it is added.
  bool decompose() {
    decomposed.analyzePattern(lower);
    for (double shift = 0; shift < 1e12; shift = 100 * std::max(shift, 0.01)) {
      decomposed.setShift(shift);
      decomposed.factorize(lower);
      if (decomposed.info() == Eigen::Success) return true;
    }
    return false;
  }
};

template <int Dim, class Real>
PatchSpace<Dim, Real>::PatchSpace(const TransferJob<Dim, Real>& job, const std::vector<TileBox<Dim>>& touched,
                                  const Field& masses, const Field& scale,
                                  const NodeContacts<Dim, Real>& contacts, const OpenBlocks& open,
                                  const BatchFunction<Dim, Real>& respond)
    : number_(job.topology.blocks().size(), -1), matrix_(std::make_unique<Matrix>()) {
  make_modes(masses, scale, contacts, open);
  for (const Index block : open.blocks())
    if (has_motion(block)) {
      number_[static_cast<std::size_t>(block)] = static_cast<std::int32_t>(patches_.size());
      patches_.push_back(block);
    }
  if (static_cast<Index>(patches_.size()) > kMostPatches) patches_.clear();
  if (!patches_.empty()) assemble(job, touched, respond);
}

template <int Dim, class Real>
bool PatchSpace<Dim, Real>::has_motion(Index block) const {
  for (const Field& mode : modes_)
    for (int n = 0; n < kBlockCells<Dim>; ++n)
      for (int d = 0; d < Dim; ++d)
        if (mode.block(block)[n][d] != Real(0)) return true;
  return false;
}

template <int Dim, class Real>
void PatchSpace<Dim, Real>::assemble(const TransferJob<Dim, Real>& job,
                                     const std::vector<TileBox<Dim>>& touched,
                                     const BatchFunction<Dim, Real>& respond) {
  PairSums<Dim, Real> sums(job.topology.blocks().size());
  const Index sources = static_cast<Index>(job.topology.sources().size()), window = 256;
  std::vector<typename PairSums<Dim, Real>::Local> locals(
      static_cast<std::size_t>(std::min(sources, window)));
  for (Index begin = 0; begin < sources; begin += window) {
    const Index end = std::min(begin + window, sources);
    for (auto& local : locals) local.fill(0);
    gather_patches<Dim, Real>(job, modes_, touched, begin, end,
                              [&](std::int32_t source, std::size_t body, Index first, int many,
                                  const PatchBatch<Dim, Real>& batch) {
                                add_products<Dim, Real>(batch, job.bodies[body].V0, body, first, many,
                                                        respond,
                                                        locals[static_cast<std::size_t>(source - begin)]);
                              });
    for (Index n = begin; n < end; ++n)
      sums.add(job.topology.sources()[static_cast<std::size_t>(n)],
               locals[static_cast<std::size_t>(n - begin)]);
  }

  std::vector<Eigen::Triplet<double>> entries;
  for (const Index block : patches_) {
    const int own = number_[static_cast<std::size_t>(block)] * kModes;
    for (int k = 0; k < kModes; ++k) entries.emplace_back(own + k, own + k, 1.0);
    sums.each(static_cast<std::int32_t>(block),
              [&](std::int32_t neighbor, bool is_own, const double* products) {
                const int other = number_[static_cast<std::size_t>(neighbor)] * kModes;
                if (other < 0) return;
                for (int l = 0; l < kModes; ++l)
                  for (int k = 0; k < kModes; ++k) {
                    if (is_own && k < l) continue;  // the lower half alone is known
                    const int row = std::max(own + l, other + k), column = std::min(own + l, other + k);
                    // A block that is its own neighbour across a period meets itself from both sides.
                    const double twice = !is_own && row == column ? 2 : 1;
                    entries.emplace_back(row, column, twice * products[l * kModes + k]);
                  }
              });
  }
  const auto size = static_cast<int>(patches_.size()) * kModes;
  matrix_->lower.resize(size, size);
  matrix_->lower.setFromTriplets(entries.begin(), entries.end());
  if (!matrix_->decompose()) patches_.clear();  // forces that are no numbers: the blocks go on alone
}

template <int Dim, class Real>
PatchSpace<Dim, Real>::~PatchSpace() = default;

template <int Dim, class Real>
void PatchSpace<Dim, Real>::make_modes(const Field& masses, const Field& scale,
                                       const NodeContacts<Dim, Real>& contacts, const OpenBlocks& open) {
  for (Field& mode : modes_) {
    mode.resize(static_cast<Index>(number_.size()));
    clear(open, mode);
  }
  open.each([&](Index b) {
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const double mass = double(masses.block(b)[n][3]), own = double(scale.block(b)[n][3]);
      if (!(own * own >= kLeastStiffness * mass * mass)) continue;
      Real x[3] = {};
      for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= kBlockWidth)
        x[d] = Real(rest % kBlockWidth) - Real(kBlockWidth - 1) / 2;
      for (int d = 0; d < Dim; ++d) modes_[static_cast<std::size_t>(d)].block(b)[n][d] = Real(1);
      for (int turn = 0; turn < kModes - Dim; ++turn) {  // about z in the plane, about each axis in space
        const int i = Dim == 2 ? 0 : (turn + 1) % 3, j = Dim == 2 ? 1 : (turn + 2) % 3;
        auto& node = modes_[static_cast<std::size_t>(Dim + turn)].block(b)[n];
        node[i] = -x[j], node[j] = x[i];
      }
    }
  });
  for (Field& mode : modes_) contacts.project(mode);
  open.each([&](Index b) { orthonormalise(masses, b); });
}

/// Gram and Schmidt, by mass.
template <int Dim, class Real>
void PatchSpace<Dim, Real>::orthonormalise(const Field& masses, Index block) {
  const auto product = [&](int k, int l) {
    double sum = 0;
    const auto *a = modes_[static_cast<std::size_t>(k)].block(block),
               *b = modes_[static_cast<std::size_t>(l)].block(block), *m = masses.block(block);
    for (int n = 0; n < kBlockCells<Dim>; ++n)
      for (int d = 0; d < Dim; ++d) sum += double(m[n][3]) * double(a[n][d]) * double(b[n][d]);
    return sum;
  };
  for (int k = 0; k < kModes; ++k) {
    auto* own = modes_[static_cast<std::size_t>(k)].block(block);
    const double before = product(k, k);
    for (int round = 0; round < 2; ++round)
      for (int l = 0; l < k; ++l) {
        const Real share = Real(product(k, l));
        const auto* other = modes_[static_cast<std::size_t>(l)].block(block);
        for (int n = 0; n < kBlockCells<Dim>; ++n) own[n] -= share * other[n];
      }
    const double after = product(k, k);
    const Real scale = after > kLeastShare * before ? Real(1 / std::sqrt(after)) : Real(0);
    for (int n = 0; n < kBlockCells<Dim>; ++n) own[n] = own[n] * scale;
  }
}

template <int Dim, class Real>
void PatchSpace<Dim, Real>::add(const Field& r, Field& z) const {
  if (patches_.empty()) return;
  const auto each_patch = [&](auto f) {
    parallel_chunks(static_cast<Index>(patches_.size()), 32, [&](const Chunk& c) {
      for (Index n = c.begin; n < c.end; ++n)
        f(patches_[static_cast<std::size_t>(n)], static_cast<int>(n) * kModes);
    });
  };
  Eigen::VectorXd amount(matrix_->lower.rows());
  each_patch([&](Index b, int own) {
    for (int k = 0; k < kModes; ++k)
      amount[own + k] = dot_of_block<Dim, Real>(modes_[static_cast<std::size_t>(k)].block(b), r.block(b));
  });
  const Eigen::VectorXd motion = matrix_->decomposed.solve(amount);
  each_patch([&](Index b, int own) {
    for (int k = 0; k < kModes; ++k) {
      const auto* mode = modes_[static_cast<std::size_t>(k)].block(b);
      const Real share = Real(motion[own + k]);
      for (int n = 0; n < kBlockCells<Dim>; ++n) z.block(b)[n] += share * mode[n];
    }
  });
}

#define FROTH_INSTANCE(Dim, Real) template class PatchSpace<Dim, Real>;
FROTH_INSTANCE(2, float)
FROTH_INSTANCE(2, double)
FROTH_INSTANCE(3, float)
FROTH_INSTANCE(3, double)

}  // namespace froth

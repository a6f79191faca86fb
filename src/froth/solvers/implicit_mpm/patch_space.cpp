// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/patch_space.h>

#define EIGEN_MPL2_ONLY
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>

#include <froth/solvers/implicit_mpm/patch_parts.h>

namespace froth {

namespace {

/// A motion of which no more than this share is its own, beside those before it, is left out.
constexpr double kLeastShare = 1e-9;

/// Nodes whose stiffness is less than so many times their mass (as impulses of 1 m/s) need no help, and do
/// not move with stiffer ones beside them: cream in a crust.
constexpr double kLeastStiffness = 100;

/// Beyond so many the decomposition would take longer than the iterations that it saves.
constexpr std::size_t kMostPatches = 6000;

/// Products of the motions that the particles of one source see, the lower half; rows are those of slots.
template <int Dim, class Real>
class SourceProducts {
 public:
  static constexpr int kModes = PatchBatch<Dim, Real>::kModes, kSlots = PatchBatch<Dim, Real>::kSlots;
  static constexpr int kRows = kModes * kSlots;

  void clear() { std::fill(std::begin(is_used_), std::end(is_used_), false); }
  bool is_used(int slot) const { return is_used_[slot]; }
  double at(int row, int column) const { return value_[static_cast<std::size_t>(row * kRows + column)]; }

  /// Adds V0 dP : A of all pairs of motions that a batch sees.
  void add(const PatchBatch<Dim, Real>& batch, const Real* V0, std::size_t body, Index first, int count,
           const BatchFunction<Dim, Real>& respond) {
    alignas(64) Real volume[kBatch] = {};
    std::copy_n(V0 + first, count, volume);
    for (int slot = 0; slot < kSlots; ++slot) {
      if (!batch.is_reached[slot]) continue;
      use(slot);
      for (int k = 0; k < kModes; ++k) {
        MatrixBatch<Dim, Real> dP = batch.A[slot][k];
        respond(body, first, count, dP);
        for (auto& entry : dP.entry)
          for (int p = 0; p < kBatch; ++p) entry[p] = p < count ? entry[p] * volume[p] : Real(0);
        for (int other = 0; other <= slot; ++other)
          for (int l = 0; batch.is_reached[other] && l < (other < slot ? kModes : k + 1); ++l)
            value_[static_cast<std::size_t>((slot * kModes + k) * kRows + other * kModes + l)] +=
                product(dP, batch.A[other][l], count);
      }
    }
  }

 private:
  void use(int slot) {
    if (is_used_[slot]) return;
    is_used_[slot] = true;
    const auto row = value_.begin() + slot * kModes * kRows;
    std::fill(row, row + kModes * kRows, 0.0);
  }
  static double product(const MatrixBatch<Dim, Real>& a, const MatrixBatch<Dim, Real>& b, int count) {
    using Wide = Pack<Real>;
    Wide sum(0);
    for (int e = 0; e < Dim * Dim; ++e)
      for (int q = 0; q < count; q += Wide::kSize)
        sum += Wide::load(a.entry[e] + q) * Wide::load(b.entry[e] + q);
    double total = 0;
    for (int p = 0; p < Wide::kSize; ++p) total += double(sum[p]);
    return total;
  }

  bool is_used_[kSlots] = {};
  std::array<double, static_cast<std::size_t>(kRows* kRows)> value_;
};

/// Products of motions by pairs of patches, summed source by source in their order: the lower half of a
/// matrix of blocks of kModes x kModes.
template <int Dim, class Real>
class PatchProducts {
 public:
  static constexpr int kModes = PatchBatch<Dim, Real>::kModes;
  struct Entry {
    std::int32_t column;  ///< a patch, not above that of the row
    std::array<double, static_cast<std::size_t>(kModes* kModes)> value;
  };

  explicit PatchProducts(std::size_t patches) : rows_(patches) {}
  const std::vector<Entry>& row(std::size_t patch) const { return rows_[patch]; }

  /// Of one pair, a >= b.
  void add(std::int32_t a, std::int32_t b,
           const std::array<double, static_cast<std::size_t>(kModes* kModes)>& sums) {
    auto& value = entry(a, b).value;
    for (std::size_t k = 0; k < value.size(); ++k) value[k] += sums[k];
  }
  /// `numbers`: the patches of the slots of a source.
  void add(const std::array<std::int32_t, PatchBatch<Dim, Real>::kSlots>& numbers,
           const SourceProducts<Dim, Real>& source) {
    for (int to = 0; to < SourceProducts<Dim, Real>::kSlots; ++to)
      for (int from = 0; source.is_used(to) && from <= to; ++from) {
        if (!source.is_used(from)) continue;
        const std::int32_t a = numbers[static_cast<std::size_t>(to)];
        const std::int32_t b = numbers[static_cast<std::size_t>(from)];
        const auto product = [&](int k, int l) { return source.at(to * kModes + k, from * kModes + l); };
        auto& sum = entry(std::max(a, b), std::min(a, b)).value;
        for (int k = 0; k < kModes; ++k)
          for (int l = 0; l < kModes; ++l) {
            const auto at = static_cast<std::size_t>(k * kModes + l);
            if (to == from)
              sum[at] += l <= k ? product(k, l) : product(l, k);
            else if (a == b)  // a block that is its own neighbour across a period
              sum[at] += product(k, l) + product(l, k);
            else
              sum[at] += a > b ? product(k, l) : product(l, k);
          }
      }
  }

 private:
  Entry& entry(std::int32_t row, std::int32_t column) {
    std::vector<Entry>& entries = rows_[static_cast<std::size_t>(row)];
    for (Entry& one : entries)
      if (one.column == column) return one;
    return entries.emplace_back(Entry{column, {}});
  }
  std::vector<std::vector<Entry>> rows_;
};

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
                                  const PatchForces<Dim, Real>& forces)
    : number_(job.topology.blocks().size() * kParts, -1), matrix_(std::make_unique<Matrix>()) {
  make_motions(masses, scale, contacts, open);
  number_patches(open);
  if (count_ > 0) assemble(job, touched, forces);
}

template <int Dim, class Real>
PatchSpace<Dim, Real>::~PatchSpace() = default;

template <int Dim, class Real>
void PatchSpace<Dim, Real>::number_patches(const OpenBlocks& open) {
  for (const Index block : open.blocks()) {
    bool has_patch = false;
    for (int part = 0; part < kParts; ++part) {
      if (!motions_.has_part[static_cast<std::size_t>(part)][static_cast<std::size_t>(block)]) continue;
      number_[static_cast<std::size_t>(block * kParts + part)] = static_cast<std::int32_t>(count_++);
      has_patch = true;
    }
    if (has_patch) blocks_.push_back(block);
  }
  if (count_ > kMostPatches) count_ = 0;
}

template <int Dim, class Real>
void PatchSpace<Dim, Real>::assemble(const TransferJob<Dim, Real>& job,
                                     const std::vector<TileBox<Dim>>& touched,
                                     const PatchForces<Dim, Real>& forces) {
  using Batch = PatchBatch<Dim, Real>;
  PatchProducts<Dim, Real> products(count_);
  const Index sources = static_cast<Index>(job.topology.sources().size()), window = 64;
  std::vector<SourceProducts<Dim, Real>> locals(static_cast<std::size_t>(std::min(sources, window)));
  for (Index begin = 0; begin < sources; begin += window) {
    const Index end = std::min(begin + window, sources);
    for (auto& local : locals) local.clear();
    gather_patches<Dim, Real>(
        job, motions_, touched, begin, end,
        [&](std::int32_t source, std::size_t body, Index first, int many, const Batch& batch) {
          locals[static_cast<std::size_t>(source - begin)].add(batch, job.bodies[body].V0, body, first, many,
                                                               forces.respond);
        });
    for (Index n = begin; n < end; ++n) {
      const auto& tile = job.topology.sources()[static_cast<std::size_t>(n)].tile;
      std::array<std::int32_t, Batch::kSlots> numbers;
      for (int slot = 0; slot < Batch::kSlots; ++slot) {
        const auto block = static_cast<Index>(tile[static_cast<std::size_t>(slot / kParts)]);
        numbers[static_cast<std::size_t>(slot)] = block < 0 ? -1 : number_of(block, slot % kParts);
      }
      products.add(numbers, locals[static_cast<std::size_t>(n - begin)]);
    }
  }
  if (forces.elements != nullptr)
    forces.elements->for_each_patch_pair(
        motions_, [&](Index block, int part) { return number_of(block, part); },
        [&](std::int32_t a, std::int32_t b, const auto& sums) { products.add(a, b, sums); });

  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t n = 0; n < count_; ++n) {
    const int row = static_cast<int>(n) * kModes;
    for (int k = 0; k < kModes; ++k) entries.emplace_back(row + k, row + k, 1.0);
    for (const auto& entry : products.row(n)) {
      const int column = entry.column * kModes;
      for (int k = 0; k < kModes; ++k)
        for (int l = 0; l < kModes; ++l)
          if (column + l <= row + k)
            entries.emplace_back(row + k, column + l, entry.value[static_cast<std::size_t>(k * kModes + l)]);
    }
  }
  const auto size = static_cast<int>(count_) * kModes;
  matrix_->lower.resize(size, size);
  matrix_->lower.setFromTriplets(entries.begin(), entries.end());
  if (!matrix_->decompose()) count_ = 0;  // forces that are no numbers: the blocks go on alone
}

template <int Dim, class Real>
void PatchSpace<Dim, Real>::make_motions(const Field& masses, const Field& scale,
                                         const NodeContacts<Dim, Real>& contacts, const OpenBlocks& open) {
  const std::size_t blocks = number_.size() / kParts;
  for (std::size_t part = 0; part < kParts; ++part) {
    motions_.has_part[part].assign(blocks, 0);
    for (Field& field : motions_.field[part]) {
      field.resize(static_cast<Index>(blocks));
      clear(open, field);
    }
  }
  open.each([&](Index b) { fill_block(masses, scale, b); });
  for (auto& part : motions_.field)
    for (Field& field : part) contacts.project(field);
  open.each([&](Index b) {
    for (std::size_t part = 0; part < kParts; ++part)
      if (motions_.has_part[part][static_cast<std::size_t>(b)])
        motions_.has_part[part][static_cast<std::size_t>(b)] =
            orthonormalise(masses, static_cast<int>(part), b);
  });
}

/// Motions of the parts of one block, about its middle.
template <int Dim, class Real>
void PatchSpace<Dim, Real>::fill_block(const Field& masses, const Field& scale, Index block) {
  std::array<double, static_cast<std::size_t>(kBlockCells<Dim>)> stiffness{};
  for (int n = 0; n < kBlockCells<Dim>; ++n) {
    const double mass = double(masses.block(block)[n][3]), own = double(scale.block(block)[n][3]);
    const double ratio = mass > 0 ? own * own / (mass * mass) : 0.0;
    if (ratio >= kLeastStiffness) stiffness[static_cast<std::size_t>(n)] = ratio;
  }
  const PatchParts<Dim> parts = parts_of_block<Dim>(stiffness, kParts);
  for (int n = 0; n < kBlockCells<Dim>; ++n) {
    if (parts[static_cast<std::size_t>(n)] < 0) continue;
    const auto part = static_cast<std::size_t>(parts[static_cast<std::size_t>(n)]);
    motions_.has_part[part][static_cast<std::size_t>(block)] = 1;
    auto& modes = motions_.field[part];
    Real x[3] = {};
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= kBlockWidth)
      x[d] = Real(rest % kBlockWidth) - Real(kBlockWidth - 1) / 2;
    for (int d = 0; d < Dim; ++d) modes[static_cast<std::size_t>(d)].block(block)[n][d] = Real(1);
    for (int turn = 0; turn < kModes - Dim; ++turn) {  // about z in the plane, about each axis in space
      const int i = Dim == 2 ? 0 : (turn + 1) % 3, j = Dim == 2 ? 1 : (turn + 2) % 3;
      auto& node = modes[static_cast<std::size_t>(Dim + turn)].block(block)[n];
      node[i] = -x[j], node[j] = x[i];
    }
  }
}

/// Gram and Schmidt, by mass; false where nothing moves.
template <int Dim, class Real>
bool PatchSpace<Dim, Real>::orthonormalise(const Field& masses, int part, Index block) {
  auto& modes = motions_.field[static_cast<std::size_t>(part)];
  const auto product = [&](int k, int l) {
    double sum = 0;
    const auto *a = modes[static_cast<std::size_t>(k)].block(block),
               *b = modes[static_cast<std::size_t>(l)].block(block), *m = masses.block(block);
    for (int n = 0; n < kBlockCells<Dim>; ++n)
      for (int d = 0; d < Dim; ++d) sum += double(m[n][3]) * double(a[n][d]) * double(b[n][d]);
    return sum;
  };
  bool moves = false;
  for (int k = 0; k < kModes; ++k) {
    auto* own = modes[static_cast<std::size_t>(k)].block(block);
    const double before = product(k, k);
    for (int round = 0; round < 2; ++round)
      for (int l = 0; l < k; ++l) {
        const Real share = Real(product(k, l));
        const auto* other = modes[static_cast<std::size_t>(l)].block(block);
        for (int n = 0; n < kBlockCells<Dim>; ++n) own[n] -= share * other[n];
      }
    const double after = product(k, k);
    const bool counts = after > kLeastShare * before;
    const Real scale = counts ? Real(1 / std::sqrt(after)) : Real(0);
    for (int n = 0; n < kBlockCells<Dim>; ++n) own[n] = own[n] * scale;
    moves = moves || counts;
  }
  return moves;
}

template <int Dim, class Real>
void PatchSpace<Dim, Real>::add(const Field& r, Field& z) const {
  if (count_ == 0) return;
  // Parts of one block share its nodes: f(block, motions, first row) one after the other.
  const auto each_patch = [&](auto f) {
    parallel_chunks(static_cast<Index>(blocks_.size()), 32, [&](const Chunk& c) {
      for (Index n = c.begin; n < c.end; ++n)
        for (int part = 0; part < kParts; ++part) {
          const Index block = blocks_[static_cast<std::size_t>(n)];
          const std::int32_t number = number_of(block, part);
          if (number >= 0) f(block, motions_.field[static_cast<std::size_t>(part)], number * kModes);
        }
    });
  };
  Eigen::VectorXd amount(matrix_->lower.rows());
  each_patch([&](Index b, const auto& modes, int row) {
    for (int k = 0; k < kModes; ++k)
      amount[row + k] = dot_of_block<Dim, Real>(modes[static_cast<std::size_t>(k)].block(b), r.block(b));
  });
  const Eigen::VectorXd motion = matrix_->decomposed.solve(amount);
  each_patch([&](Index b, const auto& modes, int row) {
    for (int k = 0; k < kModes; ++k) {
      const auto* mode = modes[static_cast<std::size_t>(k)].block(b);
      const Real share = Real(motion[row + k]);
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

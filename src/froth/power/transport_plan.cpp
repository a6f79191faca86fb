// SPDX-License-Identifier: Apache-2.0
#include <froth/power/transport_plan.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

#include <froth/base/error.h>
#include <froth/power/inner_cells.h>
#include <froth/power/plan_state.h>

namespace froth {

namespace {

template <int Dim, class Real>
using StateOf = typename TransportPlan<Dim, Real>::State;

constexpr Index kChunk = 512;  ///< particles

/// Cells whose centres are within the cut-off of a particle, on every axis.
template <int Dim, class Real>
CellRange cell_range(const Vec<Dim, Real>& x, double cell, double reach) {
  CellRange range{};
  for (int d = 0; d < Dim; ++d) {
    const double at = static_cast<double>(x[d]) / cell - 0.5;
    range.low[3 - Dim + d] = static_cast<std::int32_t>(std::ceil(at - reach));
    range.high[3 - Dim + d] = static_cast<std::int32_t>(std::floor(at + reach));
  }
  return range;
}

int padded(int count, int pack) { return (count + pack - 1) / pack * pack; }

/// Where each kernel is in its tile, and how many factors it has.
template <int Dim, class Real>
void place_kernels(StateOf<Dim, Real>& s, std::span<const CellRange> range) {
  s.kernels.resize(range.size());
  std::size_t next = 0;
  for (const Patch& patch : s.patches.list)
    for (Index k = patch.begin; k < patch.end; ++k) {
      const CellRange& r = range[s.patches.order[static_cast<std::size_t>(k)]];
      StoredKernel<Real>& kernel = s.kernels[static_cast<std::size_t>(k)];
      kernel.first = static_cast<std::uint32_t>(patch.number(r.low));
      for (int d = 0; d < 3; ++d) kernel.n[d] = static_cast<std::uint16_t>(r.high[d] - r.low[d] + 1);
      kernel.factors = next;
      next += static_cast<std::size_t>(padded(kernel.n[2], Pack<Real>::kSize) + kernel.n[1] + kernel.n[0]);
    }
  s.factors.resize(next);
}

/// Factors exp(-q^2 dx^2 / eps) of the axes. Distances are differences of large numbers: taken in double.
template <int Dim, class Real>
void fill_kernel(StateOf<Dim, Real>& s, std::size_t k, const Vec<Dim, Real>& x, const CellRange& range,
                 double cells2, double cutoff) {
  StoredKernel<Real>& kernel = s.kernels[k];
  kernel.reach2 = static_cast<Real>(cutoff * cutoff * cells2);
  Real* to = s.factors.data() + kernel.factors;
  for (int d = 2; d >= 0; --d) {
    const bool flat = d < 3 - Dim;
    const double q = flat ? 0 : range.low[d] + 0.5 - static_cast<double>(x[d - (3 - Dim)]) / s.grid.cell();
    kernel.q[d] = static_cast<Real>(q);
    for (int n = 0; n < kernel.n[d]; ++n) *to++ = std::exp(static_cast<Real>(-(q + n) * (q + n) / cells2));
    if (d == 2)
      for (int n = kernel.n[2]; n < padded(kernel.n[2], Pack<Real>::kSize); ++n) *to++ = 0;
  }
}

template <int Dim, class Real>
void set_up(StateOf<Dim, Real>& s, const PlanSettings& settings, std::span<const Vec<Dim, Real>> x,
            std::span<const Real> volume, std::span<const Real> eps, const SolidDistance<Dim>* solids) {
  const Index count = static_cast<Index>(x.size());
  const double cell = settings.cell;
  std::vector<CellRange> range(x.size());
  parallel_chunks(count, kChunk, [&](const Chunk& c) {
    for (auto p = static_cast<std::size_t>(c.begin); p < static_cast<std::size_t>(c.end); ++p)
      range[p] =
          cell_range<Dim, Real>(x[p], cell, settings.cutoff * std::sqrt(static_cast<double>(eps[p])) / cell);
  });
  s.patches = group_particles<Dim>(range);
  s.grid.build(touched_blocks<Dim>(s.patches), cell);
  if (solids) s.grid.cut_solids(*solids);
  link_blocks(s.patches, s.grid);
  place_kernels<Dim, Real>(s, range);
  s.volume.resize(x.size()), s.scaling.resize(x.size()), s.found.resize(x.size()), s.error.resize(x.size());
  s.columns.resize(s.patches.tile_cells);
  const double per_cell = 1 / std::pow(cell, Dim);
  parallel_chunks(count, kChunk, [&](const Chunk& c) {
    for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
      const std::size_t p = s.patches.order[k];
      s.volume[k] = static_cast<Real>(static_cast<double>(volume[p]) * per_cell);
      fill_kernel<Dim, Real>(s, k, x[p], range[p], static_cast<double>(eps[p]) / (cell * cell),
                             settings.cutoff);
    }
  });
}

/// Row and column steps climb a concave function, as gradient steps do, and become as fast as these with
/// momentum: how far to go on along the last way. It starts anew where the way turns against what the steps
/// want. Source: [ODonoghue2015], Algorithm 1 and Section 3.2 (the gradient scheme).
class Momentum {
 public:
  double share() const { return share_; }
  /// `agreement` of the last way with the steps from where it led.
  void follow(double agreement) {
    if (agreement < 0) t_ = 1;
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * t_ * t_));
    share_ = (t_ - 1) / next;
    t_ = next;
  }

 private:
  // From a warm start the first way is a good one: with these two, and not 1 and 0, it takes an eighth fewer
  // steps, and from a cold one as many.
  double t_ = 3, share_ = 0.3;
};

/// The row step of a particle whose cells sum to `sum` = sum_j s_j K_pj: notes how far its row was from its
/// volume, finds s_p, and goes on by `momentum` of the way that it took. Returns by how much (in logarithms,
/// weighted by volume) the way agrees with the last one.
template <int Dim, class Real>
FROTH_INLINE double scale_row(StateOf<Dim, Real>& s, std::size_t k, Real sum, Real momentum) {
  const Real V = s.volume[k], used = s.scaling[k], last = s.found[k];
  s.error[k] = std::abs(used * sum - V) / V;
  if (!(sum > std::numeric_limits<Real>::min())) {  // nowhere to go: reported as an error of one
    s.found[k] = s.scaling[k] = 0;
    return 0;
  }
  const Real found = V / sum;
  if (!(used > 0 && last > 0)) {
    s.found[k] = s.scaling[k] = found;
    return 0;
  }
  const Real way = found / last - 1;
  s.found[k] = found, s.scaling[k] = found * (1 + momentum * way);
  return static_cast<double>(V * (found / used - 1) * way);
}

/// Row step of one patch, and the columns behind it: sum_p s_p K_pj.
template <int Dim, class Real>
double sweep_patch(StateOf<Dim, Real>& s, std::size_t patch, Real momentum) {
  thread_local std::vector<Real> tile;
  s.load_scaling(patch, tile);
  const Patch& p = s.patches.list[patch];
  const TileStride stride = p.stride();
  Real* columns = s.columns.data() + p.tile;
  std::fill_n(columns, p.cell_count() + kTileSlack, Real(0));
  double agreement = 0;
  for (auto k = static_cast<std::size_t>(p.begin); k < static_cast<std::size_t>(p.end); ++k) {
    const KernelBox<Real> box = s.kernel(k);
    with_kernel(box, [&](const auto& kernel) {
      agreement += scale_row<Dim, Real>(s, k, kernel.gather(box, stride, tile.data()), momentum);
      kernel.scatter(box, stride, s.scaling[k], columns);
    });
  }
  return agreement;
}

/// Row steps of all particles, and their columns.
template <int Dim, class Real>
double sweep(StateOf<Dim, Real>& s, Real momentum) {
  std::vector<double> agreement(s.patches.list.size());
  parallel_tasks(static_cast<Index>(agreement.size()), [&](Index n) {
    const auto patch = static_cast<std::size_t>(n);
    agreement[patch] = sweep_patch<Dim, Real>(s, patch, momentum);
  });
  return std::accumulate(agreement.begin(), agreement.end(), 0.0);
}

/// The columns alone.
template <int Dim, class Real>
void add_columns(StateOf<Dim, Real>& s, std::size_t patch) {
  const Patch& p = s.patches.list[patch];
  Real* columns = s.columns.data() + p.tile;
  std::fill_n(columns, p.cell_count() + kTileSlack, Real(0));
  for (auto k = static_cast<std::size_t>(p.begin); k < static_cast<std::size_t>(p.end); ++k) {
    const KernelBox<Real> box = s.kernel(k);
    with_kernel(box, [&](const auto& kernel) { kernel.scatter(box, p.stride(), s.scaling[k], columns); });
  }
}

/// Calls `each(cell of the grid, sum_p s_p K_pj)` for the cells of a block, patches added in their order.
template <int Dim, class Real, class Each>
void for_each_column(StateOf<Dim, Real>& s, std::size_t block, Each each) {
  Real sum[kListCells<Dim>] = {};
  for (const std::int32_t n : s.patches.patches_of(block)) {
    const Patch& p = s.patches.list[static_cast<std::size_t>(n)];
    const Real* tile = s.columns.data() + p.tile;
    for_each_shared_row<Dim>(p, s.grid.blocks()[block], [&](std::size_t in_tile, std::size_t in_block) {
      for (std::size_t k = 0; k < kListWidth; k += Pack<Real>::kSize)
        (Pack<Real>::load(sum + in_block + k) + Pack<Real>::load(tile + in_tile + k))
            .store(sum + in_block + k);
    });
  }
  for (std::size_t n = 0; n < kListCells<Dim>; ++n) each(block * kListCells<Dim> + n, sum[n]);
}

template <int Dim, class Real>
void column_step(StateOf<Dim, Real>& s) {
  parallel_tasks(static_cast<Index>(s.grid.block_count()), [&](Index b) {
    for_each_column<Dim, Real>(s, static_cast<std::size_t>(b), [&](std::size_t j, Real sum) {
      const Real V = s.grid.capacity[j], most = s.grid.limit[j];
      s.grid.scaling[j] = sum * most > V ? V / sum : (V > 0 ? most : Real(0));
    });
  });
}

template <class Real>
Real worst_error(const std::vector<Real>& error) {
  return error.empty() ? Real(0) : *std::max_element(error.begin(), error.end());
}

/// Takes what the last row step found, without momentum, and what cells hold then.
template <int Dim, class Real>
void finish(StateOf<Dim, Real>& s) {
  std::swap(s.scaling, s.found);
  parallel_tasks(static_cast<Index>(s.patches.list.size()),
                 [&](Index n) { add_columns<Dim, Real>(s, static_cast<std::size_t>(n)); });
  parallel_tasks(static_cast<Index>(s.grid.block_count()), [&](Index b) {
    for_each_column<Dim, Real>(s, static_cast<std::size_t>(b),
                               [&](std::size_t j, Real sum) { s.grid.fill[j] = s.grid.scaling[j] * sum; });
  });
}

/// Lets every particle give its volume to the cells around it by its own kernel, and finds L_j from what
/// they have.
template <int Dim, class Real>
void find_inner_cells(StateOf<Dim, Real>& s, const PlanSettings& settings) {
  if (!(settings.inner_pull > 1)) return;
  s.grid.scaling = s.grid.capacity;
  std::fill(s.scaling.begin(), s.scaling.end(), Real(0));
  sweep<Dim, Real>(s, 0);
  parallel_tasks(static_cast<Index>(s.grid.block_count()), [&](Index b) {
    for_each_column<Dim, Real>(s, static_cast<std::size_t>(b),
                               [&](std::size_t j, Real sum) { s.grid.fill[j] = s.grid.capacity[j] * sum; });
  });
  find_limits<Dim, Real>(s.grid, settings.inner_pull);
}

/// Scalings to start from: those of the last step, and for new particles those of a lone one.
template <int Dim, class Real>
void start_from(StateOf<Dim, Real>& s, std::span<const Real> scaling) {
  parallel_tasks(static_cast<Index>(s.patches.list.size()), [&](Index n) {
    const Patch& p = s.patches.list[static_cast<std::size_t>(n)];
    for (auto k = static_cast<std::size_t>(p.begin); k < static_cast<std::size_t>(p.end); ++k) {
      const Real last = scaling[s.patches.order[k]];
      const KernelBox<Real> kernel = s.kernel(k);
      Real x = 0, y = 0, z = 0;
      for (int c = 0; c < kernel.nx; ++c) x += kernel.ex[c];
      for (int c = 0; c < kernel.ny; ++c) y += kernel.ey[c];
      for (int c = 0; c < kernel.nz; ++c) z += kernel.ez[c];
      s.found[k] = s.scaling[k] = last > 0 ? last : s.volume[k] / (x * y * z);
    }
    add_columns<Dim, Real>(s, static_cast<std::size_t>(n));
  });
  column_step<Dim, Real>(s);
}

template <int Dim, class Real>
void check_room(const StateOf<Dim, Real>& s, double tolerance, std::span<const std::uint64_t> id) {
  double needed = 0, free = 0;
  for (const Real V : s.volume) needed += static_cast<double>(V);
  for (const Real V : s.grid.capacity) free += static_cast<double>(V);
  if (needed <= free * (1 + tolerance)) return;
  const auto largest =
      static_cast<std::size_t>(std::max_element(s.volume.begin(), s.volume.end()) - s.volume.begin());
  const double cell = std::pow(s.grid.cell(), Dim);
  throw InputError(fmt::format(
      "the particles have a volume of {:g} but the cells within their reach hold {:g}, so that they do not "
      "fit "
      "(the largest, particle {}, has {:g}); use fewer or smaller particles, or a larger container",
      needed * cell, free * cell, id.empty() ? s.patches.order[largest] : id[s.patches.order[largest]],
      static_cast<double>(s.volume[largest]) * cell));
}

template <int Dim, class Real>
PlanReport report_of(const StateOf<Dim, Real>& s, int iterations, double tolerance) {
  PlanReport report;
  report.iterations = iterations;
  for (std::size_t k = 0; k < s.error.size(); ++k) {
    const double error = static_cast<double>(s.error[k]);
    const std::uint32_t p = s.patches.order[k];
    if (error > report.volume_error || (error == report.volume_error && p < report.worst))
      report.volume_error = error, report.worst = p;
    if (!(error <= tolerance)) report.missed.push_back(p);
  }
  std::sort(report.missed.begin(), report.missed.end());
  return report;
}

}  // namespace

template <int Dim, class Real>
TransportPlan<Dim, Real>::TransportPlan(const PlanSettings& settings)
    : settings_(settings), state_(std::make_unique<State>()) {}
template <int Dim, class Real>
TransportPlan<Dim, Real>::~TransportPlan() = default;
template <int Dim, class Real>
TransportPlan<Dim, Real>::TransportPlan(TransportPlan&&) noexcept = default;
template <int Dim, class Real>
TransportPlan<Dim, Real>& TransportPlan<Dim, Real>::operator=(TransportPlan&&) noexcept = default;

template <int Dim, class Real>
PlanReport TransportPlan<Dim, Real>::solve(std::span<const Vec<Dim, Real>> x, std::span<const Real> volume,
                                           std::span<Real> scaling, const SolidDistance<Dim>* solids) {
  const std::vector<Real> eps =
      particle_spreads<Real>(Dim, volume, settings_.cell, settings_.spread, settings_.least_spread, id_);
  return solve(x, volume, eps, scaling, solids);
}

template <int Dim, class Real>
PlanReport TransportPlan<Dim, Real>::solve(std::span<const Vec<Dim, Real>> x, std::span<const Real> volume,
                                           std::span<const Real> eps, std::span<Real> scaling,
                                           const SolidDistance<Dim>* solids) {
  State& s = *state_;
  set_up<Dim, Real>(s, settings_, x, volume, eps, solids);
  check_room<Dim, Real>(s, settings_.volume_error, id_);
  find_inner_cells<Dim, Real>(s, settings_);
  start_from<Dim, Real>(s, scaling);
  Momentum momentum;
  int iterations = 1;
  for (;; ++iterations) {
    momentum.follow(sweep<Dim, Real>(s, static_cast<Real>(momentum.share())));
    if (worst_error(s.error) <= static_cast<Real>(settings_.volume_error)) break;
    if (iterations >= settings_.max_iterations) break;
    column_step<Dim, Real>(s);
  }
  finish<Dim, Real>(s);
  for (std::size_t k = 0; k < s.scaling.size(); ++k) scaling[s.patches.order[k]] = s.scaling[k];
  return report_of<Dim, Real>(s, iterations, settings_.volume_error);
}

template <int Dim, class Real>
std::size_t TransportPlan<Dim, Real>::particle_count() const {
  return state_->volume.size();
}
template <int Dim, class Real>
const TGrid<Dim, Real>& TransportPlan<Dim, Real>::grid() const {
  return state_->grid;
}

template <int Dim, class Real>
std::size_t TransportPlan<Dim, Real>::pair_count() const {
  std::size_t pairs = 0;
  for (std::size_t k = 0; k < state_->kernels.size(); ++k) {
    const KernelBox<Real> kernel = state_->kernel(k);
    kernel.for_each_row({}, [&](int, int, Real left, std::size_t) {
      for (int z = 0; z < kernel.nz; ++z) {
        const Real q = kernel.qz + static_cast<Real>(z);
        pairs += q * q <= left;
      }
    });
  }
  return pairs;
}

template <int Dim, class Real>
std::size_t TransportPlan<Dim, Real>::bytes() const {
  const State& s = *state_;
  return s.grid.bytes() + s.patches.bytes() + s.kernels.capacity() * sizeof(s.kernels[0]) +
         sizeof(Real) * (s.factors.capacity() + s.volume.capacity() + s.scaling.capacity() +
                         s.error.capacity() + s.columns.capacity());
}

template <int Dim, class Real>
std::size_t TransportPlan<Dim, Real>::sweep_bytes() const {
  // Kernels, volumes; both scalings read and written, errors written; columns written and read; capacities
  // and L_j read, s_j read and written.
  const State& s = *state_;
  return s.kernels.size() * sizeof(s.kernels[0]) +
         sizeof(Real) *
             (s.factors.size() + 6 * s.volume.size() + 2 * s.columns.size() + 4 * s.grid.capacity.size());
}

template <int Dim, class Real>
void TransportPlan<Dim, Real>::for_each_cell(
    std::size_t particle, FunctionRef<void(const Vec<Dim, std::int32_t>&, Real)> each) const {
  const State& s = *state_;
  const auto k = static_cast<std::size_t>(
      std::find(s.patches.order.begin(), s.patches.order.end(), particle) - s.patches.order.begin());
  FROTH_CHECK(k < s.kernels.size(), "no such particle in the plan");
  const KernelBox<Real> kernel = s.kernel(k);
  const auto patch = std::find_if(s.patches.list.begin(), s.patches.list.end(),
                                  [&](const Patch& p) { return static_cast<Index>(k) < p.end; });
  const Vec3<std::int32_t> low = patch->cell_of(kernel.first);
  kernel.for_each_row(patch->stride(), [&](int x, int y, Real left, std::size_t) {
    for (int z = 0; z < kernel.nz; ++z) {
      const Real q = kernel.qz + static_cast<Real>(z);
      if (q * q > left) continue;
      const Vec<Dim, std::int32_t> cell = on_own_axes<Dim>(low + Vec3<std::int32_t>{x, y, z});
      each(cell, s.scaling[k] * kernel.ex[x] * kernel.ey[y] * kernel.ez[z] * s.grid.at(s.grid.scaling, cell) /
                     s.volume[k]);
    }
  });
}

template class TransportPlan<2, float>;
template class TransportPlan<2, double>;
template class TransportPlan<3, float>;
template class TransportPlan<3, double>;

}  // namespace froth

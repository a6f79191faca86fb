// SPDX-License-Identifier: Apache-2.0
// Source: as power/power_weights.h.
#include <froth/power/power_weights.h>

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include <froth/base/error.h>
#include <froth/power/hat_sums.h>
#include <froth/power/plan_state.h>

namespace froth {

namespace {

/// Numbers of the s-nodes around a patch, so that its particles need not look them up one by one.
template <int Dim>
class NodeTile {
 public:
  void load(const Patch& patch, std::int32_t ratio, const SNodes<Dim>& nodes) {
    for (int d = 0; d < 3; ++d) {
      const bool flat = d < 3 - Dim;
      low_[d] = flat ? 0 : s_cell(patch.low[d], ratio);
      n_[d] = flat ? 1 : s_cell(patch.low[d] + patch.size[d] - 1, ratio) + 2 - low_[d];
    }
    numbers_.resize(static_cast<std::size_t>(n_[0] * n_[1]) * static_cast<std::size_t>(n_[2]));
    std::size_t k = 0;
    for (std::int32_t x = 0; x < n_[0]; ++x)
      for (std::int32_t y = 0; y < n_[1]; ++y)
        for (std::int32_t z = 0; z < n_[2]; ++z)
          numbers_[k++] =
              static_cast<std::uint32_t>(nodes.find(on_own_axes<Dim>(low_ + Vec3<std::int32_t>{x, y, z})));
  }
  /// Numbers of the nodes (x, y, 0), (x, y, 1) and so on of a box.
  const std::uint32_t* column(const NodeBox& box, int x, int y) const {
    const Vec3<std::int32_t> at = box.low - low_;
    return numbers_.data() + static_cast<std::size_t>(((at[0] + x) * n_[1] + at[1] + y) * n_[2] + at[2]);
  }

 private:
  Vec3<std::int32_t> low_{}, n_{};
  std::vector<std::uint32_t> numbers_;
};

template <int Dim, class Real>
class WeightBuilder {
 public:
  using State = typename TransportPlan<Dim, Real>::State;
  using Entry = StencilEntry<Dim, Real>;

  WeightBuilder(const State& state, std::int32_t ratio, double least, PowerWeights<Dim, Real>& to)
      : s_(state),
        ratio_(ratio),
        least_(static_cast<Real>(least)),
        cell_(ratio * state.grid.cell()),
        nodes_(state.grid, ratio),
        to_(to) {}

  void build() {
    to_.cell = cell_;
    to_.centroid.resize(s_.volume.size());
    make_room();
    parallel_tasks(static_cast<Index>(s_.patches.list.size()),
                   [&](Index n) { add_patch(static_cast<std::size_t>(n)); });
    to_.rows.link_nodes(nodes_.nodes().size());
    to_.node = nodes_.take_nodes();
  }

 private:
  /// Rows in the order of the patches, each as long as it can be, and one entry more: what has no weight is
  /// written too, and then overwritten.
  void make_room() {
    std::vector<Index> begin = to_.rows.take_begin();
    begin.resize(s_.volume.size());
    Index next = 0;
    for (std::size_t k = 0; k < s_.volume.size(); ++k) {
      begin[s_.patches.order[k]] = next;
      Index most = 1;
      for (int d = 3 - Dim; d < 3; ++d) most *= (s_.kernels[k].n[d] + 2 * ratio_ - 2) / ratio_ + 1;
      next += most + 1;
    }
    to_.rows.make_room(std::move(begin), static_cast<std::size_t>(next));
  }

  void add_patch(std::size_t patch) {
    thread_local std::vector<Real> tile;
    thread_local HatSums<Dim, Real> sums;
    thread_local NodeTile<Dim> nodes;
    const Patch& p = s_.patches.list[patch];
    s_.load_scaling(patch, tile);
    nodes.load(p, ratio_, nodes_);
    for (auto k = static_cast<std::size_t>(p.begin); k < static_cast<std::size_t>(p.end); ++k) {
      const KernelBox<Real> kernel = s_.kernel(k);
      sums.integrate(kernel, p.cell_of(kernel.first), ratio_, p.stride(), tile.data(), least_);
      add_row(s_.patches.order[k], sums, nodes);
    }
  }

  void add_row(std::size_t particle, const HatSums<Dim, Real>& sums, const NodeTile<Dim>& nodes) {
    if (!(sums.total() > 0))
      throw SimulationError(
          fmt::format("particle {} has no room left: every cell within its reach is solid", particle));
    const NodeBox& box = sums.box();
    const Vec3<Real> moment = sums.moment();
    for (int d = 0; d < Dim; ++d)
      to_.centroid[particle][d] =
          static_cast<Real>(cell_ * (box.low[3 - Dim + d] + static_cast<double>(moment[3 - Dim + d])));
    Entry* const first = to_.rows.room(particle);
    Entry* entry = first;
    const Real per_total = 1 / sums.total(), cell = static_cast<Real>(cell_);
    for (int x = 0, column = 0; x < box.n[0]; ++x)
      for (int y = 0; y < box.n[1]; ++y, ++column) {
        const std::uint32_t* numbers = nodes.column(box, x, y);
        for (int z = 0; z < box.n[2]; ++z) {
          const Real at[3] = {static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z)};
          entry->node = numbers[z];
          entry->weight = per_total * sums.of_layer(z)[column];
          for (int d = 0; d < Dim; ++d) entry->d[d] = cell * (at[3 - Dim + d] - moment[3 - Dim + d]);
          entry += entry->weight > 0;
        }
      }
    to_.rows.finish_row(particle, static_cast<std::size_t>(entry - first));
  }

  const State& s_;
  std::int32_t ratio_;
  Real least_;
  double cell_;
  SNodes<Dim> nodes_;
  PowerWeights<Dim, Real>& to_;
};

}  // namespace

template <int Dim, class Real>
void find_power_weights(const TransportPlan<Dim, Real>& plan, int ratio, PowerWeights<Dim, Real>& weights,
                        double least_weight) {
  FROTH_CHECK(ratio >= 1, "the s-grid is finer than the t-grid");
  WeightBuilder<Dim, Real>(plan.state(), ratio, least_weight, weights).build();
}

template <int Dim, class Real>
PowerWeights<Dim, Real> power_weights(const TransportPlan<Dim, Real>& plan, int ratio, double least_weight) {
  PowerWeights<Dim, Real> weights;
  find_power_weights(plan, ratio, weights, least_weight);
  return weights;
}

#define FROTH_INSTANCE(Dim, Real)                                                                           \
  template void find_power_weights(const TransportPlan<Dim, Real>&, int, PowerWeights<Dim, Real>&, double); \
  template PowerWeights<Dim, Real> power_weights(const TransportPlan<Dim, Real>&, int, double);
FROTH_INSTANCE(2, float)
FROTH_INSTANCE(2, double)
FROTH_INSTANCE(3, float)
FROTH_INSTANCE(3, double)

}  // namespace froth

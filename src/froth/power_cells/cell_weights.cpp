// SPDX-License-Identifier: Apache-2.0
#include <froth/power_cells/cell_weights.h>

#define EIGEN_MPL2_ONLY
#define EIGEN_DONT_VECTORIZE  // its AVX-512 code warns with this compiler; products here are small
#include <Eigen/IterativeLinearSolvers>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/base/error.h>

namespace froth {

namespace {

constexpr double kLeastStart = 0.02;  // volume of a cell at the start, over its target
constexpr int kStarts = 8, kHalvings = 30;
constexpr double kSolveTolerance = 1e-12;

template <int Dim>
double ball_square(double volume) {
  const double r =
      Dim == 2 ? std::sqrt(volume / std::numbers::pi) : std::cbrt(0.75 * volume / std::numbers::pi);
  return r * r;
}

double box_volume(auto low, auto high, int dim) {
  double volume = 1;
  for (int d = 0; d < dim; ++d) volume *= high[d] - low[d];
  return volume;
}

template <int Dim>
void check_volumes(const PowerSites<Dim>& sites, std::span<const double> volumes) {
  FROTH_CHECK(volumes.size() == sites.bubbles, "every bubble needs a volume");
  double sum = 0;
  for (std::size_t k = 0; k < volumes.size(); ++k) {
    if (!(volumes[k] > 0) || !std::isfinite(volumes[k]))
      throw InputError(fmt::format("particle {} has the volume {}; a bubble needs one above 0",
                                   sites.number_of(k), volumes[k]));
    for (int d = 0; d < Dim; ++d)
      if (!std::isfinite(sites.x[k][d]))
        throw InputError(
            fmt::format("the place of particle {} is no number, so that it has no cell", sites.number_of(k)));
    sum += volumes[k];
  }
  const double room = box_volume(sites.low, sites.high, Dim);
  const bool fits = sites.has_free_surface ? sum < room : std::abs(sum - room) <= 1e-9 * room;
  if (!fits)
    throw InputError(fmt::format(
        "the volumes of all {} particles are {} together, and the container holds {}{}", volumes.size(), sum,
        room, sites.has_free_surface ? "" : "; without a free surface both must be equal"));
}

template <int Dim>
void check_places(const PowerSites<Dim>& sites) {
  std::vector<std::size_t> order(sites.bubbles);
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  const auto before = [&](std::size_t a, std::size_t b) {
    for (int d = 0; d < Dim; ++d)
      if (sites.x[a][d] != sites.x[b][d]) return sites.x[a][d] < sites.x[b][d];
    return a < b;
  };
  std::ranges::sort(order, before);
  for (std::size_t k = 0; k + 1 < order.size(); ++k)
    if (sites.x[order[k]] == sites.x[order[k + 1]])
      throw InputError(
          fmt::format("particles {} and {} are at the same place; bubbles need places of their own",
                      sites.number_of(order[k]), sites.number_of(order[k + 1])));
}

/// Errors of volumes, and how far the smallest cells are from vanishing.
struct Misfit {
  std::vector<double> rest;  ///< target less volume
  double norm = 0, worst = 0, least = 0;
  std::size_t worst_bubble = 0, least_bubble = 0;

  Misfit(const std::vector<CellMeasure>& cells, std::span<const double> volumes) {
    least = std::numeric_limits<double>::max();
    for (std::size_t k = 0; k < cells.size(); ++k) {
      rest.push_back(volumes[k] - cells[k].volume);
      norm += rest[k] * rest[k];
      const double share = std::abs(rest[k]) / volumes[k], left = cells[k].volume / volumes[k];
      if (share > worst) worst = share, worst_bubble = k;
      if (left < least) least = left, least_bubble = k;
    }
    norm = std::sqrt(norm);
  }
};

/// As different as the targets are, as far as that leaves every cell some room: in between are equal weights,
/// with which every cell has some.
template <int Dim>
std::vector<double> start_weights(const PowerDiagram<Dim>& diagram, std::span<const double> volumes,
                                  const std::vector<double>& wish) {
  const std::size_t count = volumes.size();
  if (wish.size() == count && Misfit(diagram.measure_all(wish), volumes).least > kLeastStart) return wish;
  std::vector<double> w(count, 0.0);
  double mean = 0;
  for (const double volume : volumes) mean += ball_square<Dim>(volume) / double(count);
  if (!diagram.sites().has_free_surface) return w;
  for (int start = 0; start <= kStarts; ++start) {
    const double share = start == kStarts ? 0 : std::pow(0.6, start);
    for (std::size_t k = 0; k < count; ++k) w[k] = share * ball_square<Dim>(volumes[k]) + (1 - share) * mean;
    if (Misfit(diagram.measure_all(w), volumes).least > kLeastStart) break;
  }
  return w;
}

class NewtonStep {
 public:
  NewtonStep(const std::vector<CellMeasure>& cells, std::span<const double> w, bool has_free_surface,
             std::span<const std::uint32_t> of) {
    const auto count = static_cast<Eigen::Index>(cells.size());
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto row = static_cast<int>(i);
      double own = has_free_surface ? cells[i].cap / (2 * std::sqrt(w[i])) : 0;
      for (const SideMeasure& side : cells[i].sides) {
        if (side.tag < 0) continue;
        const auto site = static_cast<std::size_t>(side.tag);
        // The plane between a bubble and its own image stays. Images of others are taken as if they kept
        // their weights, so that the matrix is symmetric.
        if (of[site] == i) continue;
        const double entry = side.area / (2 * side.distance);
        own += entry;
        if (of[site] == site) entries.emplace_back(row, static_cast<int>(site), -entry);
      }
      entries.emplace_back(row, row, own);
    }
    matrix_.resize(count, count);
    matrix_.setFromTriplets(entries.begin(), entries.end());
    solver_.setTolerance(kSolveTolerance);
    solver_.compute(matrix_);
  }

  std::vector<double> solve(const std::vector<double>& rest) {
    const Eigen::Map<const Eigen::VectorXd> right(rest.data(), static_cast<Eigen::Index>(rest.size()));
    const Eigen::VectorXd step = solver_.solve(right);
    return {step.data(), step.data() + step.size()};
  }

 private:
  Eigen::SparseMatrix<double> matrix_;
  Eigen::ConjugateGradient<Eigen::SparseMatrix<double>, Eigen::Lower | Eigen::Upper> solver_;
};

}  // namespace

template <int Dim>
CellWeights find_weights(const PowerDiagram<Dim>& diagram, std::span<const double> volumes,
                         const WeightSettings& settings) {
  const PowerSites<Dim>& sites = diagram.sites();
  CellWeights found;
  if (sites.bubbles == 0) return found;
  check_volumes(sites, volumes);
  check_places(sites);
  found.w = start_weights(diagram, volumes, settings.start);
  std::vector<CellMeasure> cells = diagram.measure_all(found.w);
  Misfit misfit(cells, volumes);
  if (misfit.least <= 0)
    throw InputError(fmt::format("particle {} has no room for a cell: it is outside of its container",
                                 sites.number_of(misfit.least_bubble)));
  const double least = std::min(0.5, misfit.least / 2);  // no cell may come closer to vanishing than this
  std::vector<double> next(found.w.size());
  while (misfit.worst > settings.tolerance && found.steps < settings.most_steps) {
    std::vector<double> step =
        NewtonStep(cells, found.w, sites.has_free_surface, sites.of).solve(misfit.rest);
    if (!sites.has_free_surface)  // a constant changes nothing: the first weight stays
      for (std::size_t k = step.size(); k-- > 0;) step[k] -= step[0];
    bool is_better = false;
    double share = 1;
    for (int halving = 0; halving < kHalvings && !is_better; ++halving, share /= 2) {
      for (std::size_t k = 0; k < next.size(); ++k) next[k] = found.w[k] + share * step[k];
      std::vector<CellMeasure> tried = diagram.measure_all(next);
      Misfit after(tried, volumes);
      is_better = after.least >= least && after.norm <= (1 - share / 2) * misfit.norm;
      if (is_better) found.w.swap(next), cells.swap(tried), misfit = std::move(after);
    }
    if (!is_better) break;  // rounding, or nothing more to gain
    ++found.steps;
  }
  found.error = misfit.worst;
  if (found.error > std::max(settings.tolerance, 1e-6))
    throw InputError(fmt::format(
        "no weights were found after {} steps: the cell of particle {} has the volume {} "
        "in place of {}; does it fit its container?",
        found.steps, sites.number_of(misfit.worst_bubble),
        volumes[misfit.worst_bubble] - misfit.rest[misfit.worst_bubble], volumes[misfit.worst_bubble]));
  return found;
}

template CellWeights find_weights(const PowerDiagram<2>&, std::span<const double>, const WeightSettings&);
template CellWeights find_weights(const PowerDiagram<3>&, std::span<const double>, const WeightSettings&);

}  // namespace froth

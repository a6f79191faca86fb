// SPDX-License-Identifier: Apache-2.0
#include <froth/verify/bonds.h>

#include <algorithm>
#include <functional>

#include <froth/geometry/disjoint_sets.h>
#include <froth/geometry/neighbor_search.h>

namespace froth::verify {

std::vector<Bond> bonds_of(const std::vector<Vec3<double>>& x, double reach) {
  const NeighborSearch<3> search(x, reach);
  std::vector<Bond> bonds;
  for (std::size_t a = 0; a < x.size(); ++a)
    search.visit_within(x[a], reach, [&](std::size_t b, double square) {
      if (b > a) bonds.push_back({a, b, std::sqrt(square), false});
    });
  return bonds;
}

void break_bonds(std::vector<Bond>& bonds, const std::vector<Vec3<double>>& x, double stretch,
                 double length) {
  for (Bond& bond : bonds)
    bond.is_broken |= norm(x[bond.a] - x[bond.b]) > std::max(stretch * bond.length, length);
}

double broken_share(const std::vector<Bond>& bonds) {
  const auto broken = std::count_if(bonds.begin(), bonds.end(), [](const Bond& b) { return b.is_broken; });
  return double(broken) / double(std::max<std::size_t>(1, bonds.size()));
}

std::vector<std::size_t> fragments_of(const std::vector<Bond>& bonds, std::size_t count) {
  DisjointSets sets(count);
  for (const Bond& bond : bonds)
    if (!bond.is_broken) sets.merge(bond.a, bond.b);
  std::vector<std::size_t> sizes(count, 0);
  for (std::size_t k = 0; k < count; ++k) sizes[sets.root(k)] += 1;
  std::erase(sizes, std::size_t(0));
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  return sizes;
}

int count_of(const std::vector<std::size_t>& sizes, double least) {
  return int(std::count_if(sizes.begin(), sizes.end(), [&](std::size_t n) { return double(n) >= least; }));
}

Touches::Touches(const std::vector<Vec3<double>>& start, double far, double near, std::size_t stride)
    : start_(start), far_(far), near_(near), stride_(stride) {}

void Touches::watch(const std::vector<Vec3<double>>& x) {
  const NeighborSearch<3> search(x, near_);
  std::vector<std::pair<std::size_t, std::size_t>> now;
  for (std::size_t a = 0; a < x.size(); a += stride_)
    search.visit_within(x[a], near_, [&](std::size_t b, double) {
      if (norm(start_[a] - start_[b]) > far_) now.emplace_back(a, b);
    });
  pairs_.insert(pairs_.end(), now.begin(), now.end());
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

double Touches::parted(const std::vector<Vec3<double>>& x, double apart) const {
  const auto is_parted = [&](const auto& pair) { return norm(x[pair.first] - x[pair.second]) > apart; };
  const auto count = std::count_if(pairs_.begin(), pairs_.end(), is_parted);
  return double(count) / double(std::max<std::size_t>(1, pairs_.size()));
}

}  // namespace froth::verify

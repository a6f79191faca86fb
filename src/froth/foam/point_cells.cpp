// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/point_cells.h>

#include <algorithm>
#include <array>

#include <froth/base/error.h>

namespace froth {

namespace {

template <int Dim>
struct StoredPlaces {
  std::array<const std::int32_t*, Dim> cell;
  std::array<const std::int32_t*, Dim> fixed{};  ///< offsets in single precision
  std::array<const double*, Dim> real{};         ///< in double precision

  explicit StoredPlaces(const ColumnTable& particles) {
    const bool is_fixed = particles.column("offset").type == ColumnType::Int32;
    for (int d = 0; d < Dim; ++d) {
      const auto k = static_cast<std::size_t>(d);
      cell[k] = particles.plane<std::int32_t>("cell", d);
      if (is_fixed)
        fixed[k] = particles.plane<std::int32_t>("offset", d);
      else
        real[k] = particles.plane<double>("offset", d);
    }
  }
  /// From the lowest corner of the particle's block [half cells].
  double in_block(std::size_t d, std::size_t s) const {
    const double offset = fixed[d] != nullptr ? Offset<float>::exact(fixed[d][s]) : real[d][s];
    return 2 * ((cell[d][s] & (kBlockWidth - 1)) + offset + 0.5);
  }
};

template <int Dim>
BlockList<Dim> blocks_of(const std::vector<SortedParticles<Dim>>& bodies, const BlockCoord<Dim>& periodic) {
  std::vector<BlockCoord<Dim>> all;
  for (const auto& body : bodies) all.insert(all.end(), body.runs->blocks.begin(), body.runs->blocks.end());
  BlockList<Dim> list;
  list.build(std::move(all), periodic);
  return list;
}

}  // namespace

/// Lists the points of a block in the order of bodies and slots.
template <int Dim>
class PointCells<Dim>::Source {
 public:
  struct Found {
    Place x;
    std::uint32_t slot;
    std::uint16_t number;
    std::uint8_t body;
  };

  Source(PointCells& to, const std::vector<SortedParticles<Dim>>& bodies,
         const std::vector<BlockCoord<Dim>>& blocks)
      : to_(to), bodies_(bodies) {
    // Which run of a body is in a block; runs and blocks are in the same order.
    run_of_.resize(bodies.size());
    sizes_.assign(blocks.size(), 0);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      run_of_[b].assign(blocks.size(), -1);
      const BlockRuns<Dim>& runs = *bodies[b].runs;
      for (std::size_t r = 0, k = 0; r < runs.blocks.size(); ++r) {
        while (!(blocks[k] == runs.blocks[r])) ++k;
        run_of_[b][k] = static_cast<std::int32_t>(r);
        sizes_[k] += static_cast<std::size_t>(runs.begin[r + 1] - runs.begin[r]);
      }
    }
  }
  std::span<const std::size_t> sizes() const { return sizes_; }

  void make_room(std::size_t count) {
    to_.slot_.resize(count);
    to_.body_.resize(count);
  }
  void list(std::size_t block, std::vector<Found>& found) const {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (run_of_[b][block] < 0) continue;
      const auto run = static_cast<std::size_t>(run_of_[b][block]);
      const StoredPlaces<Dim> places(*bodies_[b].particles);
      const std::vector<Index>& begin = bodies_[b].runs->begin;
      for (auto s = static_cast<std::size_t>(begin[run]); s < static_cast<std::size_t>(begin[run + 1]); ++s) {
        Found one{{}, static_cast<std::uint32_t>(s), 0, static_cast<std::uint8_t>(b)};
        Half half{};
        for (int d = 0; d < Dim; ++d) {
          one.x[d] = static_cast<float>(places.in_block(static_cast<std::size_t>(d), s));
          half[d] = std::min(static_cast<std::int32_t>(one.x[d]), kListWidth - 1);  // rounding may reach 8
        }
        one.number = static_cast<std::uint16_t>(list_number(half));
        found.push_back(one);
      }
    }
  }
  void store(std::size_t k, const Found& one) {
    to_.slot_[k] = one.slot;
    to_.body_[k] = one.body;
  }

 private:
  PointCells& to_;
  const std::vector<SortedParticles<Dim>>& bodies_;
  std::vector<std::vector<std::int32_t>> run_of_;  ///< by body and block
  std::vector<std::size_t> sizes_;
};

template <int Dim>
PointCells<Dim>::PointCells(const std::vector<SortedParticles<Dim>>& bodies,
                            const BlockCoord<Dim>& periodic) {
  FROTH_CHECK(bodies.size() < 256, "more bodies than a byte can number");
  BlockList<Dim> list = blocks_of(bodies, periodic);
  Source source(*this, bodies, list.blocks());
  this->build(std::move(list), source.sizes(), source);
}

template class PointCells<2>;
template class PointCells<3>;

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/links.h>

#include <cmath>

#include <froth/embedding/kernel.h>
#include <froth/embedding/loops.h>

namespace froth {

namespace {

double weight_of(const Neighborhoods& n, std::uint32_t entry) {
  return n.weight[entry / kMostNeighbors].a[entry % kMostNeighbors];
}
double length_of(const Neighborhoods& n, std::uint32_t entry) {
  return norm(n.rest[entry / kMostNeighbors][static_cast<int>(entry % kMostNeighbors)]);
}

/// Merges the list of a particle with the entries that name it, both in order of the other particle.
template <class Visit>
void merge_rows(const Neighborhoods& n, Index i, Visit visit) {
  const auto own = n.of(i), named = n.entries_to(i);
  std::size_t a = 0, b = 0;
  const auto first = static_cast<std::uint32_t>(i * kMostNeighbors);
  while (a < own.size() || b < named.size()) {
    const std::uint32_t left = a < own.size() ? own[a] : Links::kNone;
    const std::uint32_t right = b < named.size() ? named[b] / kMostNeighbors : Links::kNone;
    const std::uint32_t other = std::min(left, right);
    visit(other, left == other ? first + static_cast<std::uint32_t>(a) : Links::kNone,
          right == other ? named[b] : Links::kNone);
    a += left == other ? 1 : 0, b += right == other ? 1 : 0;
  }
}

}  // namespace

void link_particles(const Neighborhoods& n, Links& links) {
  const auto particles = static_cast<std::size_t>(n.particles());
  links.begin.assign(particles + 1, 0);
  parallel_chunks(n.particles(), kParticleChunk, [&](const Chunk& c) {
    for (Index i = c.begin; i < c.end; ++i) {
      std::uint32_t size = 0;
      merge_rows(n, i, [&](std::uint32_t, std::uint32_t, std::uint32_t) { ++size; });
      links.begin[static_cast<std::size_t>(i) + 1] = size;
    }
  });
  for (std::size_t i = 0; i < particles; ++i) links.begin[i + 1] += links.begin[i];
  links.other.resize(links.begin.back());
  links.out.resize(links.begin.back());
  links.in.resize(links.begin.back());
  parallel_chunks(n.particles(), kParticleChunk, [&](const Chunk& c) {
    for (Index i = c.begin; i < c.end; ++i) {
      std::size_t at = links.begin[static_cast<std::size_t>(i)];
      merge_rows(n, i, [&](std::uint32_t other, std::uint32_t out, std::uint32_t in) {
        links.other[at] = other, links.out[at] = out, links.in[at] = in;
        ++at;
      });
    }
  });
}

void weigh_links(const Neighborhoods& n, Links& links) {
  links.weight.resize(links.other.size());
  links.diagonal.resize(static_cast<std::size_t>(n.particles()));
  parallel_chunks(n.particles(), kParticleChunk, [&](const Chunk& c) {
    for (auto i = static_cast<std::size_t>(c.begin); i < static_cast<std::size_t>(c.end); ++i) {
      double sum = 0;
      for (std::size_t k = links.begin[i]; k < links.begin[i + 1]; ++k) {
        const double out = links.out[k] == Links::kNone ? 0 : weight_of(n, links.out[k]);
        const double in = links.in[k] == Links::kNone ? 0 : weight_of(n, links.in[k]);
        links.weight[k] = out * out + in * in;
        sum += links.weight[k];
      }
      links.diagonal[i] = sum;
    }
  });
}

void weigh_viscosity(const Neighborhoods& n, std::span<const double> mass, double density,
                     std::span<const double> support, Links& links) {
  links.viscosity.resize(links.other.size());
  parallel_chunks(n.particles(), kParticleChunk, [&](const Chunk& c) {
    for (auto i = static_cast<std::size_t>(c.begin); i < static_cast<std::size_t>(c.end); ++i)
      for (std::size_t k = links.begin[i]; k < links.begin[i + 1]; ++k) {
        // The two ends may disagree about their distance at rest: its mean, so that the pair is one.
        const bool has_out = links.out[k] != Links::kNone, has_in = links.in[k] != Links::kNone;
        const double out = has_out ? length_of(n, links.out[k]) : length_of(n, links.in[k]);
        const double in = has_in ? length_of(n, links.in[k]) : out;
        const std::size_t j = links.other[k];
        links.viscosity[k] = (mass[i] / density) * (mass[j] / density) *
                             viscosity_laplacian(0.5 * (out + in), 0.5 * (support[i] + support[j]));
      }
  });
}

}  // namespace froth

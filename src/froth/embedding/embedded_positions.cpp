// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/embedded_positions.h>

namespace froth {

void apply_links(const Links& links, std::span<const Vec3<double>> e, std::span<Vec3<double>> y) {
  for_each_particle(static_cast<Index>(e.size()), [&](Index i) {
    const auto s = static_cast<std::size_t>(i);
    Vec3<double> sum{};
    for (std::size_t k = links.begin[s]; k < links.begin[s + 1]; ++k)
      sum += links.weight[k] * (e[s] - e[links.other[k]]);
    y[s] = sum;
  });
}

void rest_right_side(const EmbeddedBody& body, std::span<Vec3<double>> right) {
  const Neighborhoods& n = body.near;
  for_each_particle(body.count(), [&](Index i) {
    const auto s = static_cast<std::size_t>(i);
    Vec3<double> sum{};
    for (int k = 0; k < n.count[s]; ++k) {
      const double w = n.weight[s].a[k];
      sum -= (w * w) * n.rest[s][k];
    }
    for (const std::uint32_t entry : n.entries_to(i)) {
      const std::size_t from = entry / kMostNeighbors;
      const int k = static_cast<int>(entry % kMostNeighbors);
      const double w = n.weight[from].a[k];
      sum += (w * w) * n.rest[from][k];
    }
    right[s] = sum;
  });
}

CgReport solve_embedding(EmbeddedBody& body, double tolerance, int most, EmbeddingSpace& space) {
  weigh_links(body.near, body.links);
  space.right.resize(body.x.size());
  rest_right_side(body, space.right);
  const auto apply = [&](std::span<const Vec3<double>> e, std::span<Vec3<double>> y) {
    apply_links(body.links, e, y);
  };
  return conjugate_gradients(apply, body.links.diagonal, space.right, body.embedded, tolerance, most,
                             space.cg);
}

}  // namespace froth

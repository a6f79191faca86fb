// SPDX-License-Identifier: Apache-2.0
#include <froth/interface/body_view.h>

#include <algorithm>
#include <numeric>

#include <froth/base/error.h>

namespace froth {

const PointField* BodyView::find(std::string_view field) const {
  const auto found = std::ranges::find(fields, field, &PointField::name);
  return found == fields.end() ? nullptr : &*found;
}

std::vector<Vec3<double>> BodyView::vectors(std::string_view field) const {
  const PointField* found = find(field);
  FROTH_CHECK(found != nullptr && found->components == 3,
              "a body has no vectors '" + std::string(field) + "'");
  std::vector<Vec3<double>> all(id.size());
  std::vector<double> component(id.size());
  for (int d = 0; d < 3; ++d) {
    found->read(d, component);
    for (std::size_t s = 0; s < all.size(); ++s) all[s][d] = component[s];
  }
  return all;
}

std::vector<std::uint32_t> BodyView::slots_by_id() const {
  std::vector<std::uint32_t> slots(id.size());
  std::iota(slots.begin(), slots.end(), 0u);
  std::ranges::sort(slots, {}, [&](std::uint32_t s) { return id[s]; });
  return slots;
}

}  // namespace froth

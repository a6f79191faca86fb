// SPDX-License-Identifier: Apache-2.0
#include <froth/interface/totals.h>

#include <algorithm>

#include <froth/base/error.h>

namespace froth {

const Quantity* Totals::find(std::string_view name) const {
  const auto found = std::ranges::find(quantities_, name, &Quantity::name);
  return found == quantities_.end() ? nullptr : &*found;
}

bool Totals::has(std::string_view name) const { return find(name) != nullptr; }

double Totals::operator[](std::string_view name) const {
  const Quantity* quantity = find(name);
  FROTH_CHECK(quantity != nullptr, "the solver has no quantity '" + std::string(name) + "'");
  return quantity->value;
}

Vec3<double> Totals::vector(std::string_view name) const {
  const std::string start(name);
  return {(*this)[start + "_x"], (*this)[start + "_y"], (*this)[start + "_z"]};
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Source: as solvers/power/laws.h.
#include <froth/solvers/power/laws.h>

#include <froth/materials/law_list.h>
#include <froth/solvers/power/principal_tangent.h>

namespace froth {

bool has_principal_tangent(std::string_view law) {
  bool has = false;
  for_each_law<3, double>([&]<class L>() { has = has || (L::name == law && HasPrincipalTangent<L>); });
  return has;
}

}  // namespace froth

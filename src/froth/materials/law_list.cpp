// SPDX-License-Identifier: Apache-2.0
#include <froth/materials/law_list.h>

#include <optional>

#include <froth/base/error.h>
#include <froth/materials/implicit_law.h>
#include <froth/materials/tearing.h>

namespace froth {

const std::vector<LawInfo>& law_infos() {
  static const std::vector<LawInfo> infos = [] {
    std::vector<LawInfo> list;
    for_each_law<3, double>([&]<class L>() {
      list.push_back({std::string(L::name), L::schema().all_may_vary(Variation::Space), ImplicitLaw<L>});
    });
    return list;
  }();
  return infos;
}

template <int Dim, class Real>
Law<Dim, Real> make_law(std::string_view name, const Values& values) {
  std::optional<Law<Dim, Real>> law;
  for_each_law<Dim, Real>([&]<class L>() {
    if (L::name == name) law = L::from(values);
  });
  if (!law) throw InputError("there is no material model \"" + std::string(name) + "\"");
  return *law;
}

bool may_tear(std::string_view name, const Values& values) {
  bool tears = false;
  for_each_law<3, double>([&]<class L>() {
    if constexpr (TearingLaw<L>) tears = tears || (L::name == name && L::may_tear(values));
  });
  return tears;
}

template Law<2, float> make_law<2, float>(std::string_view, const Values&);
template Law<2, double> make_law<2, double>(std::string_view, const Values&);
template Law<3, float> make_law<3, float>(std::string_view, const Values&);
template Law<3, double> make_law<3, double>(std::string_view, const Values&);

}  // namespace froth

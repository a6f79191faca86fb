// SPDX-License-Identifier: Apache-2.0
#include <froth/materials/law_list.h>

#include <optional>

#include <froth/base/error.h>

namespace froth {

namespace {
template <class Real, class Visit>
void for_each_law(Visit visit) {
  [&]<class... L>(std::variant<L...>*) {
    (visit.template operator()<L>(), ...);
  }(static_cast<Law<Real>*>(nullptr));
}
}  // namespace

const std::vector<LawInfo>& law_infos() {
  static const std::vector<LawInfo> infos = [] {
    std::vector<LawInfo> list;
    for_each_law<double>([&]<class L>() {
      list.push_back({std::string(L::name), L::schema().all_may_vary(Variation::Space)});
    });
    return list;
  }();
  return infos;
}

template <class Real>
Law<Real> make_law(std::string_view name, const Values& values) {
  std::optional<Law<Real>> law;
  for_each_law<Real>([&]<class L>() {
    if (L::name == name) law = L::from(values);
  });
  if (!law) throw InputError("there is no material model \"" + std::string(name) + "\"");
  return *law;
}

template Law<float> make_law(std::string_view, const Values&);
template Law<double> make_law(std::string_view, const Values&);

}  // namespace froth

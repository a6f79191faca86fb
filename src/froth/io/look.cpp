// SPDX-License-Identifier: Apache-2.0
#include <froth/io/look.h>

#include <array>
#include <utility>

#include <froth/base/error.h>
#include <froth/base/suggest.h>

namespace froth {

namespace {

constexpr std::array<std::pair<LookKind, const char*>, 7> kKinds{{{LookKind::Matte, "matte"},
                                                                  {LookKind::Glossy, "glossy"},
                                                                  {LookKind::Soft, "soft"},
                                                                  {LookKind::Clear, "clear"},
                                                                  {LookKind::Grains, "grains"},
                                                                  {LookKind::Metal, "metal"},
                                                                  {LookKind::Wood, "wood"}}};

}  // namespace

std::vector<std::string> look_kind_names() {
  std::vector<std::string> names;
  for (const auto& [kind, name] : kKinds) names.push_back(name);
  return names;
}

LookKind look_kind(const std::string& name) {
  for (const auto& [kind, own] : kKinds)
    if (name == own) return kind;
  const std::string guess = suggestion(name, look_kind_names());
  throw InputError("there is no look \"" + name + "\"" +
                   (guess.empty() ? "; there are " + joined(look_kind_names()) : guess));
}

const char* name_of(LookKind kind) {
  for (const auto& [own, name] : kKinds)
    if (kind == own) return name;
  throw InternalError("a look of no kind");
}

}  // namespace froth

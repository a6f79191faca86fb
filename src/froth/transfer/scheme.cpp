// SPDX-License-Identifier: Apache-2.0
// Source: [Fei2021], Table 1.
#include <froth/transfer/scheme.h>

#include <cmath>
#include <utility>

#include <froth/base/error.h>

namespace froth {

namespace {
const std::vector<std::pair<std::string, TransferScheme>>& presets() {
  static const std::vector<std::pair<std::string, TransferScheme>> table = {
      {"pic", {}},
      {"apic", {.affine = true}},
      {"flip", {.flip_ratio = 0.99}},
      // Advecting with the particle's own velocity is a positional adjustment of one, Eq. (3).
      {"nflip", {.flip_ratio = 0.99, .beta_min = 1, .beta_max = 1}},
      {"sflip", {.flip_ratio = 0.99, .beta_max = 1, .beta_boundary = true, .beta_volume = true}},
      {"aflip", {.affine = true, .flip_ratio = 0.99}},
      {"asflip",
       {.affine = true, .flip_ratio = 0.99, .beta_max = 1, .beta_boundary = true, .beta_volume = true}},
      // What the paper takes apart: section 5.1, and two cases of Fig. 19.
      {"aspic",
       {.affine = true,
        .flip_ratio = 0.99,
        .beta_max = 1,
        .beta_boundary = true,
        .beta_volume = true,
        .adjusts_velocity = false}},
      {"nflip_boundary", {.flip_ratio = 0.99, .beta_min = 1, .beta_max = 1, .beta_boundary = true}},
      {"sflip_no_boundary", {.flip_ratio = 0.99, .beta_max = 1, .beta_volume = true}},
      // What it compares with: [Fu2017].
      {"polypic", {.affine = true, .is_polynomial = true}},
  };
  return table;
}
}  // namespace

double TransferScheme::flip_ratio_for(double dt) const {
  return flip_ratio_dt > 0 ? std::pow(flip_ratio, dt / flip_ratio_dt) : flip_ratio;
}

const std::vector<std::string>& transfer_scheme_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& [name, scheme] : presets()) list.push_back(name);
    return list;
  }();
  return names;
}

TransferScheme transfer_scheme(std::string_view name) {
  for (const auto& [known, scheme] : presets())
    if (known == name) return scheme;
  throw InputError("there is no transfer scheme \"" + std::string(name) + "\"");
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// What a thing looks like: plain data, chosen by what it is made of, and for users to override.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

enum class LookKind {
  Matte,   ///< diffuse: clay, plaster, whatever is not known
  Glossy,  ///< diffuse under a clear coat: plastic, rubber, paste
  Soft,    ///< light enters and leaves elsewhere: foam, cream, jelly that is not clear
  Clear,   ///< refracts and absorbs: water, honey, gels
  Grains,  ///< single grains whose shade varies: sand, snow
  Metal,   ///< reflects, tinted
  Wood,    ///< diffuse with rings
  Film     ///< thin liquid between gas and gas; bubbles have it, and no scene asks for it
};

struct Look {
  LookKind kind = LookKind::Matte;
  std::optional<Vec3<double>> color =
      {};                  ///< sRGB, 0 to 1; of what is left of white light after `depth` in clear things
  double roughness = 0.5;  ///< of the reflecting surface, 0 to 1
  double index = 1.4;      ///< of refraction
  double depth = 0;        ///< how far light goes in soft and clear things [m]; 0: chosen by size
  double variation = 0;    ///< of the shade from grain to grain, 0 to 1
  /// Of the shade from body to body of one material, 0 to 1; colours in view.json have it in them already.
  double body_variation = 0;
  double angularity = 0;  ///< of grains, 0 to 1: balls, or with faces and of different sizes
  double pores = 0;       ///< size of the largest bubbles that open at the surface [m]; 0: none

  bool operator==(const Look&) const = default;
};

LookKind look_kind(const std::string& name);  ///< throws InputError with a suggestion
const char* name_of(LookKind kind);
std::vector<std::string> look_kind_names();

}  // namespace froth

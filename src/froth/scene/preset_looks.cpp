// SPDX-License-Identifier: Apache-2.0
// Colours by eye, indices of refraction of water, glycerine and honey as in [Haynes2014] and of dairy foams
// near that of water. Depths are those at which the thing still reads as itself in a scene some decimetres
// wide.
#include <froth/scene/preset_looks.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace froth {

namespace {

struct NamedLook {
  std::string_view name;
  Look look;
};

Vec3<double> srgb(std::uint32_t hex) {
  return {double(hex >> 16 & 255u) / 255, double(hex >> 8 & 255u) / 255, double(hex & 255u) / 255};
}

Look matte(std::uint32_t color) { return {.kind = LookKind::Matte, .color = srgb(color)}; }
Look glossy(std::uint32_t color, double roughness) {
  return {.kind = LookKind::Glossy, .color = srgb(color), .roughness = roughness, .index = 1.45};
}
Look soft(std::uint32_t color, double depth, double roughness) {
  return {
      .kind = LookKind::Soft, .color = srgb(color), .roughness = roughness, .index = 1.35, .depth = depth};
}
Look clear(std::uint32_t color, double depth, double index) {
  return {.kind = LookKind::Clear, .color = srgb(color), .roughness = 0, .index = index, .depth = depth};
}
Look grains(std::uint32_t color, double variation, double angularity) {
  return {.kind = LookKind::Grains, .color = srgb(color), .variation = variation, .angularity = angularity};
}
Look porous(Look look, double pores) {
  look.pores = pores;
  return look;
}
Look foam(std::uint32_t color, double depth, double roughness, double pores) {
  return porous(soft(color, depth, roughness), pores);
}
/// Of what stays in pieces, so that those of one material can be told apart. Liquids and creams run together,
/// and a seam of two shades would be wrong.
Look apart(Look look) {
  look.body_variation = 0.25;
  return look;
}

const std::vector<NamedLook>& preset_looks() {
  static const std::vector<NamedLook> looks = {
      {"water", clear(0xa9d4dc, 0.5, 1.333)},
      {"glycerine", clear(0xe8ecd8, 0.2, 1.473)},
      {"honey", clear(0xe8a832, 0.04, 1.49)},
      {"jelly", apart(soft(0xd8323c, 0.006, 0.12))},
      {"soft_silicone", apart(soft(0xe6c3ae, 0.0015, 0.4))},
      {"rubber", apart(glossy(0x3a3d42, 0.45))},
      {"sponge", apart(porous(matte(0xf0c83c), 0.004))},
      {"dry_sand", grains(0xd9b882, 0.5, 0.6)},
      {"glass_beads", grains(0xa9c6c2, 0.35, 0)},
      {"gravel", grains(0x8c8780, 0.7, 0.9)},
      {"wheel_sand", grains(0xc9a36a, 0.5, 0.6)},
      {"soft_clay", apart(matte(0xa86f52))},
      {"modelling_clay", apart(glossy(0x5b8fd0, 0.6))},
      {"butter", apart(soft(0xf6df8a, 0.0008, 0.4))},
      {"wet_clay", apart(glossy(0x8a6a58, 0.45))},
      {"brittle_clay", apart(matte(0xb98a63))},
      {"packing_snow", grains(0xf2f5fa, 0.12, 0.4)},
      {"powdery_snow", grains(0xf6f8fc, 0.12, 0.4)},
      {"muddy_snow", grains(0xcfc8bd, 0.25, 0.4)},
      {"shaving_cream", foam(0xf7f7f4, 0.0003, 0.7, 0.003)},
      {"marshmallow", apart(foam(0xfaf1ea, 0.001, 0.6, 0.0025))},
      {"toasted_shell", apart(matte(0xc08a4e))},
      {"pie_cream", foam(0xfbf3e0, 0.0004, 0.5, 0.002)},
      {"oobleck", apart(soft(0xdfe8d4, 0.0004, 0.25))},
      {"viscoplastic", apart(soft(0xcfd6e6, 0.0004, 0.25))},
      {"mayonnaise", soft(0xf4e7bd, 0.0005, 0.2)},
      {"oyster_sauce", glossy(0x4a2a18, 0.1)},
      {"paint", glossy(0x2f7fb8, 0.12)},
      {"mud", glossy(0x6e5138, 0.3)},
      {"toothpaste", soft(0xbfe9e2, 0.0006, 0.15)},
      {"viscoelastic_foam", foam(0xeaf1fb, 0.0003, 0.7, 0.003)},
      {"ice_cream", soft(0xf5dfae, 0.0008, 0.35)},
      {"whipped_cream", foam(0xfff8ec, 0.0004, 0.6, 0.002)},
      {"crumbling_crust", matte(0xb47a3c)},
      {"tough_sponge", apart(porous(matte(0xf2a03c), 0.004))},
  };
  return looks;
}

const std::vector<NamedLook>& law_looks() {
  static const std::vector<NamedLook> looks = {
      {"liquid", {.kind = LookKind::Clear, .roughness = 0, .index = 1.333}},
      {"herschel_bulkley", {.kind = LookKind::Soft, .roughness = 0.5, .index = 1.35}},
      {"oldroyd_b", {.kind = LookKind::Soft, .roughness = 0.4, .index = 1.35}},
      {"neo_hookean", {.kind = LookKind::Glossy, .roughness = 0.3, .index = 1.45}},
      {"fixed_corotated", {.kind = LookKind::Glossy, .roughness = 0.3, .index = 1.45}},
      {"drucker_prager", {.kind = LookKind::Grains, .variation = 0.5, .angularity = 0.6}},
      {"drucker_prager_neo_hookean", {.kind = LookKind::Grains, .variation = 0.5, .angularity = 0.6}},
      {"snow", {.kind = LookKind::Grains, .variation = 0.12, .angularity = 0.4}},
  };
  return looks;
}

const Look* find(const std::vector<NamedLook>& looks, const std::string& name) {
  const auto found = std::ranges::find(looks, std::string_view(name), &NamedLook::name);
  return found == looks.end() ? nullptr : &found->look;
}

}  // namespace

const Look* look_of_preset(const std::string& preset) { return find(preset_looks(), preset); }

Look look_of_law(const std::string& law) {
  const Look* found = find(law_looks(), law);
  return found != nullptr ? *found : Look{};
}

}  // namespace froth

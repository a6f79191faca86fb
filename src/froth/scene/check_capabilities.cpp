// SPDX-License-Identifier: Apache-2.0
// What a scene asks for and its method cannot do, said before anything is made of it.
#include <algorithm>

#include <froth/materials/law_list.h>
#include <froth/scene/make_parts.h>
#include <froth/scene/solver_methods.h>
#include <froth/base/suggest.h>

namespace froth {

namespace {

using Can = bool SolverCapabilities::*;

/// "method = "springs" cannot ...; remove it, or choose a method that can: explicit_mpm".
[[noreturn]] void refuse(const std::string& where, const SolverMethod& method, const std::string& what,
                         const std::string& remedy, const std::vector<std::string>& others) {
  fail_at(where, "method = \"" + method.name + "\" " + what + "; " + remedy +
                     (others.empty() ? "" : ", or choose a method that does: " + joined(others)));
}

/// A list of tables of the scene, and what it is to do.
struct Piece {
  const char* key;
  Can can;
  const char* what;
};
constexpr Piece kPieces[] = {
    {"emitters", &SolverCapabilities::emitters, "makes no particles while it runs"},
    {"colliders", &SolverCapabilities::colliders, "knows no colliders"},
    {"held", &SolverCapabilities::held, "holds no regions"},
    {"kill_zones", &SolverCapabilities::kill_zones, "removes no particles"},
    {"forces", &SolverCapabilities::forces, "knows no forces beside gravity"},
    {"tractions", &SolverCapabilities::forces, "knows no tractions"},
};

/// A key of a body or emitter.
constexpr Piece kBodyKeys[] = {
    {"layers", &SolverCapabilities::layers, "has no layers of bodies"},
    {"particles_per_cell", &SolverCapabilities::grid, "has no cells"},
    {"mesh", &SolverCapabilities::elements, "knows no meshes"},
    {"sheet", &SolverCapabilities::elements, "knows no sheets"},
    {"strands", &SolverCapabilities::strands, "knows no strands"},
};

bool is_list_of_some(const Values& file, const char* key) { return file.has(key) && !file.list(key).empty(); }

void check_pieces(const Values& file, const SolverMethod& method) {
  for (const Piece& piece : kPieces)
    if (!(method.can.*piece.can) && is_list_of_some(file, piece.key))
      refuse(file.list(piece.key).front().where(), method, piece.what,
             "remove [[" + std::string(piece.key) + "]]", methods_with(piece.can));
}

void check_dynamic(const Values& file, const SolverMethod& method) {
  if (method.can.dynamic || !file.has("colliders")) return;
  for (const Values& collider : file.list("colliders"))
    if (collider.has("dynamic"))
      refuse(collider.where("dynamic"), method, "moves no colliders by itself", "remove dynamic",
             methods_with(&SolverCapabilities::dynamic));
}

void check_domain(const Values& file, const SolverMethod& method) {
  if (!file.has("domain")) return;
  const Values& domain = file.table("domain");
  const std::size_t periodic = domain.texts("periodic").size();
  if (!method.can.periodic && periodic > 0)
    refuse(domain.where("periodic"), method, "knows no periodic domains", "remove it",
           methods_with(&SolverCapabilities::periodic));
  const auto dimension = static_cast<std::size_t>(file.table("scene").integer("dimension"));
  const bool has_walls = domain.has("walls") ? !domain.texts("walls").empty() : periodic < dimension;
  if (!method.can.colliders && has_walls)
    refuse(domain.where("walls"), method, "knows no walls", "give walls = []",
           methods_with(&SolverCapabilities::colliders));
}

bool takes_law(const SolverMethod& method, const std::string& law) {
  return method.can.takes_law != nullptr && method.can.takes_law(law);
}

/// The material of a body, an emitter or a layer. One that does not exist is for add_bodies() to report.
void check_material(const Values& values, const SolverMethod& method,
                    const std::vector<MaterialSpec>& materials) {
  const auto found = std::find_if(materials.begin(), materials.end(), [&](const MaterialSpec& material) {
    return material.name == values.text("material");
  });
  if (found == materials.end()) return;
  const std::string& where = values.where("material");
  if (!takes_law(method, found->model)) {
    std::vector<std::string> laws, others;
    for (const LawInfo& law : law_infos())
      if (takes_law(method, law.name)) laws.push_back(law.name);
    for (const SolverMethod& other : solver_methods())
      if (takes_law(other, found->model)) others.push_back(other.name);
    refuse(where, method, "does not know the model \"" + found->model + "\" of this material",
           laws.empty() ? "it knows none" : "give it one of " + joined(laws), others);
  }
  if (!method.can.varying_laws && !found->law.varying_key().empty())
    refuse(found->law.where(found->law.varying_key()), method, "takes no expressions in materials",
           "give a number", methods_with(&SolverCapabilities::varying_laws));
}

void check_body(const Values& body, const SolverMethod& method, const std::vector<MaterialSpec>& materials) {
  for (const Piece& key : kBodyKeys)
    if (!(method.can.*key.can) && body.has(key.key))
      refuse(body.where(key.key), method, key.what, "remove " + std::string(key.key), methods_with(key.can));
  if (!method.can.resampling && body.has("resampling") && body.table("resampling").boolean("enabled"))
    refuse(body.where("resampling"), method, "does not resample", "remove it",
           methods_with(&SolverCapabilities::resampling));
  if (!method.can.grid && body.has("rest_volumes") && body.text("rest_volumes") == "grid_density")
    refuse(body.where("rest_volumes"), method, "has no grid to take rest volumes from", "remove it",
           methods_with(&SolverCapabilities::grid));
  check_material(body, method, materials);
  if (body.has("layers"))
    for (const Values& layer : body.list("layers")) check_material(layer, method, materials);
}

}  // namespace

void check_capabilities(const Values& file, const SolverMethod& method,
                        const std::vector<MaterialSpec>& materials) {
  const Values& general = file.table("scene");
  if (!method.can.planar && general.integer("dimension") == 2)
    refuse(general.where("dimension"), method, "is for scenes of dimension 3 only", "give dimension = 3",
           methods_with(&SolverCapabilities::planar));
  for (const char* key : {"gravity_ramp", "settle"})
    if (!method.can.ramps && general.has(key) && general.real(key) > 0)
      refuse(general.where(key), method, "knows gravity that is constant only", "remove " + std::string(key),
             methods_with(&SolverCapabilities::ramps));
  check_pieces(file, method);
  check_dynamic(file, method);
  check_domain(file, method);
  for (const char* key : {"bodies", "emitters"})
    if (file.has(key))
      for (const Values& body : file.list(key)) check_body(body, method, materials);
}

}  // namespace froth

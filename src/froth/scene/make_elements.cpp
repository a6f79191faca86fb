// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/make_elements.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/geometry/sampling.h>
#include <froth/lagrangian/break_mesh.h>
#include <froth/lagrangian/manifold_elements.h>
#include <froth/lagrangian/sheet_elements.h>
#include <froth/lagrangian/solid_elements.h>
#include <froth/lagrangian/strand_elements.h>
#include <froth/materials/law_list.h>
#include <froth/scene/element_files.h>
#include <froth/scene/make_parts.h>

namespace froth {

namespace {

/// Young's modulus, Poisson's ratio and shear modulus of the laws that elements take.
struct ElasticNumbers {
  double youngs_modulus, poisson_ratio, shear_modulus;
};
ElasticNumbers numbers_of(const ElasticLaw<double>& law) {
  const auto from = [](double mu, double kappa) {
    return ElasticNumbers{9 * kappa * mu / (3 * kappa + mu), (3 * kappa - 2 * mu) / (2 * (3 * kappa + mu)),
                          mu};
  };
  if (const auto* neo = std::get_if<NeoHookean<double>>(&law)) return from(neo->mu, neo->kappa);
  const auto& fixed = std::get<FixedCorotated<double>>(law);
  return from(fixed.mu, fixed.lambda + 2 * fixed.mu / 3);
}

template <int Dim>
ElasticLaw<double> elastic_law(const Scene& scene, const BodySpec& body) {
  const MaterialSpec& material = scene.materials[static_cast<std::size_t>(body.material)];
  const auto refuse = [&](const std::string& why) {
    fail_at(body.elements->where, fmt::format("elements of body \"{}\" {}", body.name, why));
  };
  if (!material.law.varying_key().empty()) refuse("take no expressions in their material; give numbers");
  const Law<Dim, double> law = make_law<Dim, double>(material.model, material.law);
  ElasticLaw<double> elastic;
  if (const auto* neo = std::get_if<NeoHookean<double>>(&law))
    elastic = neo->undamped();
  else if (const auto* fixed = std::get_if<FixedCorotated<double>>(&law))
    elastic = FixedCorotated<double>{fixed->mu, fixed->lambda};
  else
    refuse("need an elastic material: neo_hookean or fixed_corotated, not " + material.model);
  return elastic;
}

ElementMesh strands_of(const Scene& scene, const BodySpec& body) {
  const ElementSpec& spec = *body.elements;
  const StrandGrowth how{spec.segments, spec.curl_radius, spec.curl_pitch};
  ElementMesh mesh;
  if (spec.from) {
    const Vec3<double> along = *spec.to - *spec.from;
    for (int c = 0; c < spec.copies; ++c)
      add_strand(*spec.from + spec.copy_step * double(c), along / norm(along), norm(along), how,
                 scene.dimension, mesh);
    return mesh;
  }
  Field::Evaluator length(spec.length);
  const LatticeSampling sampling{spec.gap, body.jitter, scene.seed,
                                 static_cast<std::uint32_t>(body.sampled_as), scene.dimension};
  for (Vec3<double> root : sample_lattice(body.shape, sampling)) {
    Vec3<double> along{};
    if (spec.direction) {
      along = *spec.direction / norm(*spec.direction);
    } else {  // roots of hair move onto the surface; those deep below it stay out
      const double depth = -body.shape.signed_distance(root);
      if (depth > spec.gap) continue;
      for (int d = 0; d < scene.dimension; ++d) {
        Vec3<double> up = root, down = root;
        up[d] += 1e-3 * spec.gap, down[d] -= 1e-3 * spec.gap;
        along[d] = body.shape.signed_distance(up) - body.shape.signed_distance(down);
      }
      if (!(norm(along) > 0)) continue;
      along = along / norm(along);
      root += along * depth;
    }
    if (const double grows = length(root, 0); grows > 0)
      add_strand(root, along, grows, how, scene.dimension, mesh);
  }
  if (mesh.rest.empty())
    throw InputError("no strand grows; make the shape larger, the gap smaller or the length positive");
  return mesh;
}

/// Where vertices start that are elsewhere at rest.
void move_to_start(const VectorField& map, ElementMesh& mesh) {
  std::array<Field::Evaluator, 3> start{Field::Evaluator(map[0]), Field::Evaluator(map[1]),
                                        Field::Evaluator(map[2])};
  for (std::size_t k = 0; k < mesh.start.size(); ++k)
    for (int d = 0; d < 3; ++d) mesh.start[k][d] = start[static_cast<std::size_t>(d)](mesh.rest[k], 0);
}

/// What meshes and sheets have in common.
void read_start_keys(const Values& table, ElementSpec& spec) {
  if (table.has("start_map")) spec.start_map = table.vector_field("start_map");
  if (table.has("rest_file")) spec.rest_file = table.text("rest_file");
  spec.pieces = static_cast<std::uint32_t>(table.integer("pieces"));
  if (table.has("gap")) spec.gap = table.real("gap");
  if (spec.pieces > 1 && !table.has("gap"))
    fail_at(table.where("pieces"),
            "pieces need a gap, without which vertices on both sides of a crack move alike "
            "and pieces never part; give one, such as a tenth of an edge");
  if (!spec.rest_file.empty() && !table.has("file"))
    fail_at(table.where("rest_file"),
            "rest_file is for meshes from a file; give file, or start_map in its place");
  if (!spec.rest_file.empty() && spec.start_map)
    fail_at(table.where("start_map"),
            "start_map and rest_file both say where vertices are at rest and at the start; give one of them");
}

void check_strand_keys(const Values& table, const ElementSpec& spec, const Values& body) {
  if (spec.from.has_value() != spec.to.has_value())
    fail_at(table.where(spec.from ? "from" : "to"), "a single strand needs both from and to");
  if (spec.from && !(norm(*spec.to - *spec.from) > 0))
    fail_at(table.where("to"), "from and to are the same place; a strand needs a length");
  if (!spec.from && (!body.has("shape") || !table.has("gap") || !table.has("length")))
    fail_at(table.where(), "strands need from and to, or else a shape of the body, gap and length");
  if (spec.direction && !(norm(*spec.direction) > 0))
    fail_at(table.where("direction"), "the direction is zero; give one");
  if ((spec.curl_radius > 0) != (spec.curl_pitch > 0))
    fail_at(table.where(), "curls need both curl_radius and curl_pitch");
}

}  // namespace

std::optional<ElementSpec> make_element_spec(const Values& body, const Scene& scene) {
  ElementSpec spec;
  const Values* table = nullptr;
  for (const auto& [key, kind] :
       {std::pair{"mesh", ElementKind::Solid}, std::pair{"sheet", ElementKind::Sheet},
        std::pair{"strands", ElementKind::Strands}})
    if (body.has(key)) table = &body.table(key), spec.kind = kind;
  if (table == nullptr) return std::nullopt;
  spec.where = table->where();
  const std::string integration = table->text("integration");
  spec.forces = integration == "explicit"      ? ElementForces::Explicit
                : integration == "newton_kept" ? ElementForces::NewtonKept
                                               : ElementForces::Newton;
  if (spec.kind == ElementKind::Solid) {
    if (table->has("file")) spec.file = table->text("file");
    spec.scale = table->real("scale");
    if (table->has("file") == table->has("edge_length"))
      fail_at(spec.where, "a mesh needs either an edge_length or a file, not both");
  }
  if (spec.kind != ElementKind::Strands) read_start_keys(*table, spec);
  if (table->has("edge_length")) spec.edge_length = table->real("edge_length");
  if (spec.kind == ElementKind::Sheet) {
    if (scene.dimension == 2) fail_at(spec.where, "a sheet is for scenes of dimension 3; in 2D give strands");
    spec.thickness = table->real("thickness");
    spec.bending_factor = table->real("bending_factor");
    spec.scale = table->real("scale");
    if (table->has("file")) {
      spec.file = table->text("file");
      return spec;
    }
    for (const char* key : {"corner", "side_u", "side_v", "edge_length"})
      if (!table->has(key))
        fail_at(spec.where,
                fmt::format("a sheet needs a file, or corner, side_u, side_v and edge_length; {} is "
                            "missing",
                            key));
    spec.corner = table->vector("corner");
    spec.side_u = table->vector("side_u");
    spec.side_v = table->vector("side_v");
    if (!(norm(cross(spec.side_u, spec.side_v)) > 1e-6 * norm(spec.side_u) * norm(spec.side_v)))
      fail_at(table->where("side_v"), "side_u and side_v lie in one line; a sheet needs an area");
  }
  if (spec.kind == ElementKind::Strands) {
    spec.radius = table->real("radius");
    spec.segments = static_cast<int>(table->integer("segments"));
    spec.from = optional_vector(*table, "from");
    spec.to = optional_vector(*table, "to");
    spec.copies = static_cast<int>(table->integer("copies"));
    if (table->has("copy_step")) spec.copy_step = table->vector("copy_step");
    if (table->has("gap")) spec.gap = table->real("gap");
    if (table->has("length")) spec.length = table->field("length");
    spec.direction = optional_vector(*table, "direction");
    spec.curl_radius = table->real("curl_radius");
    spec.curl_pitch = table->real("curl_pitch");
    check_strand_keys(*table, spec, body);
  }
  return spec;
}

void check_elements(const Scene& scene) {
  for (const BodySpec& body : scene.bodies) {
    if (!body.elements) continue;
    const std::string who = fmt::format("body \"{}\" consists of elements, ", body.name);
    const std::string& where = body.elements->where;
    if (body.elements->forces != ElementForces::Newton && scene.solver.method == "implicit_mpm")
      fail_at(where, who + "whose forces implicit_mpm solves for with all others; remove integration");
    if (body.resampling) fail_at(where, who + "whose vertices cannot be resampled; remove resampling");
    if (!scene.obstacles.kill_zones.empty())
      fail_at(where, who + fmt::format("of which kill zone \"{}\" would tear vertices; remove one of them",
                                       scene.obstacles.kill_zones.front().name));
    if (body.takes_grid_volumes) fail_at(where, who + "whose volumes are their own; remove rest_volumes");
    if (body.depth_from > 0 || std::isfinite(body.depth_to))
      fail_at(where, who + "which have no layers; remove them");
    for (int d = 0; d < scene.dimension; ++d)
      if (scene.domain.is_periodic[d])
        fail_at(where, who + "which cannot cross the ends of a periodic axis; remove domain.periodic");
  }
}

ElementMesh element_mesh_of(const Scene& scene, const BodySpec& body) {
  const ElementSpec& spec = *body.elements;
  try {
    if (spec.kind == ElementKind::Strands) return strands_of(scene, body);
    ElementMesh mesh;
    if (!spec.file.empty())
      mesh = mesh_of_files(spec, scene.dimension);
    else if (spec.kind == ElementKind::Solid)
      mesh = mesh_of_shape(body.shape, scene.dimension, spec.edge_length);
    else
      mesh = rectangle_mesh(spec.corner, spec.side_u, spec.side_v, spec.edge_length);
    if (spec.pieces > 1) break_into_pieces({spec.pieces, scene.seed, spec.gap}, mesh);
    if (spec.start_map) move_to_start(*spec.start_map, mesh);
    return mesh;
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: body \"{}\": {}", spec.where, body.name, error.what()));
  }
}

std::vector<double> element_volumes(const Scene& scene, const BodySpec& body, const ElementMesh& mesh) {
  const ElementSpec& spec = *body.elements;
  std::vector<double> volume = vertex_volumes(mesh);
  const double factor = spec.kind == ElementKind::Sheet ? spec.thickness
                        : spec.kind == ElementKind::Strands
                            ? rod_section(scene.dimension, 1, 1, 1, spec.radius).area
                            : 1;
  for (double& one : volume) one *= factor;
  return volume;
}

template <int Dim>
std::unique_ptr<ElementBody<Dim>> make_elements(const Scene& scene, const BodySpec& body,
                                                const ElementMesh& mesh) {
  const ElementSpec& spec = *body.elements;
  const double density = scene.materials[static_cast<std::size_t>(body.material)].density;
  const ElasticLaw<double> law = elastic_law<Dim>(scene, body);
  const ElasticNumbers n = numbers_of(law);
  auto own = std::make_unique<ElementBody<Dim>>(mesh.start.size());
  own->forces = spec.forces;
  own->radius = spec.kind == ElementKind::Sheet ? spec.thickness / 2 : spec.radius;
  own->joined.triangles = mesh.triangles;
  own->joined.tetrahedra = mesh.tetrahedra;
  for (std::size_t s = 0; s + 1 < mesh.strand_begin.size(); ++s)
    for (std::uint32_t v = mesh.strand_begin[s]; v + 1 < mesh.strand_begin[s + 1]; ++v)
      own->joined.segments.push_back({v, v + 1});
  try {
    if (spec.kind == ElementKind::Strands) {
      own->elements = std::make_unique<StrandElements<Dim>>(
          rod_section(Dim, n.youngs_modulus, n.shear_modulus, density, spec.radius), mesh.strand_begin,
          mesh.rest, mesh.start, density);
    } else if constexpr (Dim == 2) {
      own->elements = std::make_unique<SolidElements<2>>(law, density, mesh.triangles, mesh.rest);
    } else if (spec.kind == ElementKind::Solid) {
      own->elements = std::make_unique<SolidElements<3>>(law, density, mesh.tetrahedra, mesh.rest);
    } else {
      own->elements = std::make_unique<SheetElements>(
          SheetSettings{n.youngs_modulus, n.poisson_ratio, density, spec.thickness, spec.bending_factor},
          mesh.triangles, mesh.rest);
    }
    std::vector<Vec<Dim, double>> start;
    for (const Vec3<double>& x : mesh.start) start.push_back(drop<Dim>(x));
    if (const std::string fault = own->elements->fault(start); !fault.empty())
      throw InputError(fault + " at the start; change start_map or rest_file");
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: body \"{}\": {}", spec.where, body.name, error.what()));
  }
  const Values& keys = scene.materials[static_cast<std::size_t>(body.material)].law;
  if (spec.kind != ElementKind::Solid && keys.has("contact_modulus") && keys.real("contact_modulus") > 0)
    own->elements = std::make_unique<ManifoldElements<Dim>>(
        std::move(own->elements), own->joined,
        ManifoldContact{keys.real("contact_modulus"), keys.real("contact_friction")},
        keys.boolean("separates_across"));
  for (std::size_t r = 0; r < scene.obstacles.held.size(); ++r) {
    const HeldRegion& region = scene.obstacles.held[r];
    if (!region.is_active(0)) continue;
    const Pose pose = region.motion.at(0);
    for (std::uint32_t v = 0; v < mesh.start.size(); ++v) {
      const Vec3<double> at = pose.to_rest(mesh.start[v]);
      if (region.shape.signed_distance(at) <= 0) own->held.push_back({v, r, at});
    }
  }
  return own;
}

template std::unique_ptr<ElementBody<2>> make_elements<2>(const Scene&, const BodySpec&, const ElementMesh&);
template std::unique_ptr<ElementBody<3>> make_elements<3>(const Scene&, const BodySpec&, const ElementMesh&);

}  // namespace froth

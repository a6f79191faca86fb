// SPDX-License-Identifier: Apache-2.0
#include <froth/render/frame_surfaces.h>

#include <algorithm>
#include <cmath>

#include <froth/geometry/cut_plane.h>
#include <froth/render/body_look.h>
#include <froth/surface/skin_frame.h>

namespace froth {

namespace {

bool is_made_of_grains(const RunView& run, std::size_t body) {
  return body < run.bodies.size() && run.bodies[body].look.kind == LookKind::Grains;
}

/// The number that each vertex is coloured by.
std::vector<double> vertex_scalars(const SurfaceMesh& mesh, const std::string& by) {
  std::vector<double> values(mesh.x.size(), std::nan(""));
  const bool is_speed = by == "speed";
  const VertexColumn* column = mesh.find(is_speed ? "velocity" : by);
  if (column == nullptr) return values;
  const auto width = std::size_t(column->components);
  for (std::size_t v = 0; v < values.size(); ++v) {
    const float* at = &column->values[v * width];
    values[v] = is_speed ? std::hypot(double(at[0]), double(at[1]), double(at[2])) : double(at[0]);
  }
  return values;
}

void color_by_scalar(SurfaceMesh& mesh, const Coloring& coloring) {
  VertexColumn colors{"color", "-", 3, {}};
  for (const double value : vertex_scalars(mesh, coloring.by)) {
    const Vec3<float> color = color_in(coloring.range, value);
    colors.values.insert(colors.values.end(), {color[0], color[1], color[2]});
  }
  mesh.columns.push_back(std::move(colors));
}

}  // namespace

bool is_drawn_as_surface(const RunView& run, std::size_t body) {
  if (run.dimension == 2) return false;
  const std::string& as = run.render.as;
  return as == "surface" || as == "carried" || as == "both" ||
         (as == "auto" && !is_made_of_grains(run, body));
}

bool is_drawn_as_particles(const RunView& run, std::size_t body) {
  return run.render.as == "both" || !is_drawn_as_surface(run, body);
}

bool has_carried_surfaces(const RunView& run) {
  return run.render.as == "carried" || run.mesh.method == "carried";
}

std::vector<SkinnedBody> surfaces_of(const RunView& run, const PointCloud& frame, const Coloring& coloring,
                                     std::shared_ptr<const PointCloud> first) {
  FrameSkins how = frame_skins(run.mesh);
  how.is_carried = has_carried_surfaces(run);
  how.first = std::move(first);
  how.settings.cut.reset();
  if (!run.render.cut.empty()) how.settings.cut = cut_plane(run.render.cut);
  how.attributes.clear();
  if (!coloring.is_by_body() && coloring.by != "speed") how.attributes = {coloring.by};
  // Bodies that share a skin keep the colours of each.
  how.with_color = !run.mesh.join.empty() && coloring.is_by_body();
  how.with_velocity = run.render.shutter > 0 || coloring.by == "speed";
  std::vector<SkinnedBody> surfaces;
  const std::vector<SkinGroup> groups = skin_groups(run, frame, how);
  for (BodySkin& skin : skin_frame(run, frame, how)) {
    if (skin.mesh.triangles.empty()) continue;
    if (!coloring.is_by_body()) color_by_scalar(skin.mesh, coloring);
    const Look look = look_of_body(run, skin.body, coloring);
    const auto group =
        std::ranges::find(groups, skin.body, [](const SkinGroup& g) { return g.bodies.front(); });
    std::vector<Pore> pores;
    if (look.pores > 0) pores = pores_of(skin.mesh, frame, group->bodies, look.pores);
    surfaces.push_back({std::move(skin.mesh), color_of_body(run, skin.body), look, std::move(pores)});
  }
  return surfaces;
}

}  // namespace froth

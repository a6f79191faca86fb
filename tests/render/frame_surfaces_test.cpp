// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/render/frame_surfaces.h>

namespace froth {

namespace {

constexpr int kSide = 10;                 // particles along an edge
constexpr double kSpacing = 1.0 / kSide;  // [m]; a cube of 1 m

/// A cube of one body whose attribute q is x, and whose velocity is (0, 2 x, 0).
PointCloud cube() {
  PointCloud cloud{.dimension = 3, .bodies = {{"cube", ""}}};
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz", "body", "radius", "q"})
    cloud.properties.push_back({name, NumberType::Float, {}});
  for (int k = 0; k < kSide * kSide * kSide; ++k) {
    const double x = (k % kSide + 0.5) * kSpacing, y = (k / kSide % kSide + 0.5) * kSpacing,
                 z = (k / (kSide * kSide) + 0.5) * kSpacing;
    const double own[9] = {x, y, z, 0, 2 * x, 0, 0, 0.6 * kSpacing, x};
    for (std::size_t p = 0; p < 9; ++p) cloud.properties[p].values.push_back(own[p]);
  }
  return cloud;
}

RunView run_of(LookKind kind, const std::string& as) {
  RunView run;
  run.bodies = {{.name = "cube", .color = Vec3<double>{0, 1, 0}}};
  run.bodies[0].look.kind = kind;
  run.render.as = as;
  return run;
}

}  // namespace

// Oracle: the table of what is drawn as what, written down.
TEST_CASE("bodies are drawn as surfaces or particles as the scene says") {
  const auto drawn = [](LookKind kind, const std::string& as, int dimension = 3) {
    RunView run = run_of(kind, as);
    run.dimension = dimension;
    return std::pair{is_drawn_as_surface(run, 0), is_drawn_as_particles(run, 0)};
  };
  const std::pair surface{true, false}, particles{false, true}, both{true, true};
  CHECK(drawn(LookKind::Matte, "auto") == surface);
  CHECK(drawn(LookKind::Grains, "auto") == particles);
  CHECK(drawn(LookKind::Grains, "surface") == surface);
  CHECK(drawn(LookKind::Soft, "particles") == particles);
  CHECK(drawn(LookKind::Soft, "both") == both);
  CHECK(drawn(LookKind::Matte, "auto", 2) == particles);
  CHECK(drawn(LookKind::Matte, "surface", 2) == particles);
}

// Oracle: fields that are linear in x. Vertices lie at most half a spacing outside of the outermost
// particles, and an average over neighbours is off by a spacing at most: a tenth of the range.
TEST_CASE("surfaces are coloured by attributes and speeds of their particles") {
  const RunView run = run_of(LookKind::Clear, "auto");
  for (const auto& [by, top] : {std::pair{"q", 1.0}, {"speed", 2.0}}) {
    const std::vector<SkinnedBody> skins = surfaces_of(run, cube(), {by, {0, top, 0, top}});
    REQUIRE(skins.size() == 1);
    CHECK(skins[0].look.kind == LookKind::Matte);  // one sees no colours in glass
    const VertexColumn* colors = skins[0].mesh.find("color");
    REQUIRE(colors != nullptr);
    REQUIRE(colors->values.size() == 3 * skins[0].mesh.x.size());
    const ScalarRange range{0, 1, 0, 1};
    int off = 0;
    for (std::size_t v = 0; v < skins[0].mesh.x.size(); ++v) {
      const float* c = &colors->values[3 * v];
      const double x = double(skins[0].mesh.x[v][0]);
      // The map's luminance rises with the number, so that bounds of the number are bounds of the colour.
      const auto bright = [](const Vec3<float>& color) { return color[0] + color[1] + color[2]; };
      const float own = bright({c[0], c[1], c[2]});
      off += !(own >= bright(color_in(range, x - 1.2 * kSpacing)) - 1e-3f &&
               own <= bright(color_in(range, x + 1.2 * kSpacing)) + 1e-3f);
    }
    CHECK(off == 0);
  }
  const std::vector<SkinnedBody> plain = surfaces_of(run, cube(), {});
  CHECK(plain[0].mesh.find("color") == nullptr);
  CHECK(plain[0].color[1] == 1);
  CHECK(plain[0].look.kind == LookKind::Clear);
}

// Oracle: half a cube has half its volume.
TEST_CASE("a cut takes half of a surface away") {
  RunView run = run_of(LookKind::Matte, "auto");
  const double whole = enclosed_volume(surfaces_of(run, cube(), {})[0].mesh);
  run.render.cut = "x>0.5";
  const SkinnedBody half = surfaces_of(run, cube(), {})[0];
  CHECK(std::abs(enclosed_volume(half.mesh) / (whole / 2) - 1) < 0.02);
  float most = 0;
  for (const Vec3<float>& x : half.mesh.x) most = std::max(most, x[0]);
  CHECK(std::abs(most - 0.5f) < 0.02f);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/lagrangian/element_mesh.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/base/error.h>
#include <froth/lagrangian/simplex.h>

namespace froth {

namespace {

constexpr double kMostCells = 1 << 26;

/// A lattice that divides a box evenly.
struct BoxLattice {
  Vec3<double> origin{}, step{};
  Vec3<int> cells{1, 1, 1};

  Vec3<double> corner(int i, int j, int k) const {
    return origin + Vec3<double>{i * step[0], j * step[1], k * step[2]};
  }
  std::size_t number(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * static_cast<std::size_t>(cells[1] + 1) +
            static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(cells[0] + 1) +
           static_cast<std::size_t>(i);
  }
};

BoxLattice lattice_around(const Shape& shape, int dim, double edge_length) {
  const Bounds box = shape.bounds();
  if (!box.is_finite(dim)) throw InputError("the shape is unbounded; cut it down to a finite solid");
  BoxLattice lattice;
  double count = 1;
  for (int d = 0; d < dim; ++d) {
    const double size = box.max[d] - box.min[d];
    const double cells = std::max(1.0, std::round(size / edge_length));
    count *= cells;
    if (!(count < kMostCells))
      throw InputError(fmt::format(
          "edges of {:.4g} m cut the shape into more than 2^26 cells; make them longer", edge_length));
    lattice.cells[d] = static_cast<int>(cells);
    lattice.origin[d] = box.min[d];
    lattice.step[d] = size / cells;
  }
  if (dim == 2) lattice.cells[2] = 0;
  return lattice;
}

/// Tetrahedra of a cube: along its diagonal, one for each order of the axes; all cubes are cut alike, so that
/// their faces match.
constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

template <int Dim>
std::vector<std::array<std::uint32_t, Dim + 1>> elements_inside(const Shape& shape, const BoxLattice& lattice,
                                                                std::vector<Vec3<double>>& vertices) {
  std::vector<std::array<std::uint32_t, Dim + 1>> elements;
  std::vector<std::uint32_t> name(lattice.number(lattice.cells[0], lattice.cells[1], lattice.cells[2]) + 1,
                                  ~0u);
  const auto vertex = [&](const Vec3<int>& at) {
    std::uint32_t& own = name[lattice.number(at[0], at[1], at[2])];
    if (own == ~0u) {
      own = static_cast<std::uint32_t>(vertices.size());
      vertices.push_back(lattice.corner(at[0], at[1], at[2]));
    }
    return own;
  };
  const auto try_element = [&](const std::array<Vec3<int>, Dim + 1>& corners) {
    Vec3<double> middle{};
    for (const Vec3<int>& at : corners) middle += lattice.corner(at[0], at[1], at[2]) / double(Dim + 1);
    if (!(shape.signed_distance(middle) < 0)) return;
    std::array<std::uint32_t, Dim + 1> element{};
    for (std::size_t k = 0; k <= Dim; ++k) element[k] = vertex(corners[k]);
    elements.push_back(element);
  };
  for (int k = 0; k < std::max(1, lattice.cells[2]); ++k)
    for (int j = 0; j < lattice.cells[1]; ++j)
      for (int i = 0; i < lattice.cells[0]; ++i) {
        const Vec3<int> at{i, j, k};
        if constexpr (Dim == 2) {
          const auto corner = [&](int a, int b) { return Vec3<int>{i + a, j + b, 0}; };
          if ((i + j) % 2 == 0) {  // diagonals in turn, so that no direction is preferred
            try_element({corner(0, 0), corner(1, 0), corner(1, 1)});
            try_element({corner(0, 0), corner(1, 1), corner(0, 1)});
          } else {
            try_element({corner(0, 0), corner(1, 0), corner(0, 1)});
            try_element({corner(1, 0), corner(1, 1), corner(0, 1)});
          }
        } else {
          for (const auto& order : kOrders) {
            std::array<Vec3<int>, 4> corners{at, at, at, at};
            for (std::size_t step = 0; step < 3; ++step)
              for (std::size_t later = step + 1; later < 4; ++later) corners[later][order[step]] += 1;
            const bool is_even = (order[1] - order[0] + 3) % 3 == 1;
            if (!is_even) std::swap(corners[1], corners[2]);
            try_element(corners);
          }
        }
      }
  return elements;
}

/// Moves vertices of boundary faces onto the surface, one after the other, where every element keeps a
/// quarter of its volume.
template <int Dim>
void snap_boundary(const Shape& shape, double edge_length,
                   const std::vector<std::array<std::uint32_t, Dim + 1>>& elements,
                   std::vector<Vec3<double>>& x) {
  const auto volume = [&](const std::array<std::uint32_t, Dim + 1>& element) {
    Vec<Dim, double> X[Dim + 1];
    for (std::size_t k = 0; k <= Dim; ++k) X[k] = drop<Dim>(x[element[k]]);
    return simplex_rest(X).volume;
  };
  std::vector<std::array<std::uint32_t, Dim>> faces;
  std::vector<std::vector<std::uint32_t>> around(x.size());
  std::vector<double> full;
  for (std::uint32_t e = 0; e < elements.size(); ++e) {
    full.push_back(volume(elements[e]));
    for (std::size_t k = 0; k <= Dim; ++k) {
      around[elements[e][k]].push_back(e);
      std::array<std::uint32_t, Dim> face{};
      for (std::size_t c = 0, n = 0; c <= Dim; ++c)
        if (c != k) face[n++] = elements[e][c];
      std::ranges::sort(face);
      faces.push_back(face);
    }
  }
  std::ranges::sort(faces);
  std::vector<std::uint8_t> is_outer(x.size(), 0);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const bool is_twin =
        (f > 0 && faces[f - 1] == faces[f]) || (f + 1 < faces.size() && faces[f + 1] == faces[f]);
    if (!is_twin)
      for (const std::uint32_t v : faces[f]) is_outer[v] = 1;
  }
  for (std::size_t v = 0; v < x.size(); ++v) {
    const double gap = shape.signed_distance(x[v]);
    if (is_outer[v] == 0 || std::abs(gap) < 1e-9 * edge_length || std::abs(gap) > 0.9 * edge_length) continue;
    const Vec3<double> before = x[v];
    Vec3<double> slope{};
    for (int d = 0; d < Dim; ++d) {
      Vec3<double> up = before, down = before;
      up[d] += 1e-4 * edge_length, down[d] -= 1e-4 * edge_length;
      slope[d] = (shape.signed_distance(up) - shape.signed_distance(down)) / (2e-4 * edge_length);
    }
    x[v] = before - slope * gap;
    const bool spoils = std::ranges::any_of(
        around[v], [&](std::uint32_t e) { return !(volume(elements[e]) > 0.25 * full[e]); });
    if (spoils) x[v] = before;
  }
}

}  // namespace

ElementMesh mesh_of_shape(const Shape& shape, int dim, double edge_length) {
  const BoxLattice lattice = lattice_around(shape, dim, edge_length);
  ElementMesh mesh;
  if (dim == 2) {
    mesh.triangles = elements_inside<2>(shape, lattice, mesh.rest);
    snap_boundary<2>(shape, edge_length, mesh.triangles, mesh.rest);
  } else {
    mesh.tetrahedra = elements_inside<3>(shape, lattice, mesh.rest);
    snap_boundary<3>(shape, edge_length, mesh.tetrahedra, mesh.rest);
  }
  if (mesh.rest.empty())
    throw InputError(
        fmt::format("no element of edges of {:.4g} m fits into the shape; make them shorter", edge_length));
  mesh.start = mesh.rest;
  return mesh;
}

ElementMesh rectangle_mesh(const Vec3<double>& corner, const Vec3<double>& side_u, const Vec3<double>& side_v,
                           double edge_length) {
  const int columns = std::max(1, static_cast<int>(std::lround(norm(side_u) / edge_length)));
  const int rows = std::max(1, static_cast<int>(std::lround(norm(side_v) / (edge_length * std::sqrt(0.75)))));
  ElementMesh mesh;
  std::vector<std::vector<std::uint32_t>> row(static_cast<std::size_t>(rows) + 1);
  for (int j = 0; j <= rows; ++j) {
    // Odd rows are shifted by half an edge and have two half edges at their ends.
    const int points = columns + (j % 2 == 0 ? 1 : 2);
    for (int i = 0; i < points; ++i) {
      const double u = j % 2 == 0 ? double(i) : std::clamp(i - 0.5, 0.0, double(columns));
      row[static_cast<std::size_t>(j)].push_back(static_cast<std::uint32_t>(mesh.rest.size()));
      mesh.rest.push_back(corner + side_u * (u / columns) + side_v * (double(j) / rows));
    }
  }
  for (std::size_t j = 0; j + 1 < row.size(); ++j) {
    const bool is_even = j % 2 == 0;
    const auto &few = is_even ? row[j] : row[j + 1], &many = is_even ? row[j + 1] : row[j];
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      if (is_even)
        mesh.triangles.push_back({a, b, c});
      else
        mesh.triangles.push_back({a, c, b});
    };
    for (std::size_t i = 0; i < few.size(); ++i) add(few[i], many[i + 1], many[i]);
    for (std::size_t i = 0; i + 1 < few.size(); ++i) add(few[i], few[i + 1], many[i + 1]);
  }
  mesh.start = mesh.rest;
  return mesh;
}

void add_strand(const Vec3<double>& root, const Vec3<double>& direction, double length,
                const StrandGrowth& how, int dim, ElementMesh& mesh) {
  if (mesh.strand_begin.empty()) mesh.strand_begin.push_back(0);
  Vec3<double> a{-direction[1], direction[0], 0}, b{};
  if (dim == 3) {
    const Vec3<double> axis = std::abs(direction[2]) < 0.7 ? Vec3<double>{0, 0, 1} : Vec3<double>{1, 0, 0};
    a = cross(direction, axis);
    a = a / norm(a);
    b = cross(direction, a);
  }
  for (int k = 0; k <= how.segments; ++k) {
    const double s = length * k / how.segments;
    const double phase = how.curl_pitch > 0 ? 2 * std::numbers::pi * s / how.curl_pitch : 0;
    // The helix grows out of the root instead of starting beside it.
    const double r = how.curl_radius * std::min(1.0, how.curl_pitch > 0 ? s / how.curl_pitch : 0.0);
    mesh.rest.push_back(root + direction * s + a * (r * std::sin(phase)) + b * (r * std::cos(phase)));
  }
  mesh.start.resize(mesh.rest.size());
  std::copy(mesh.rest.end() - how.segments - 1, mesh.rest.end(), mesh.start.end() - how.segments - 1);
  mesh.strand_begin.push_back(static_cast<std::uint32_t>(mesh.rest.size()));
}

std::vector<double> vertex_volumes(const ElementMesh& mesh) {
  std::vector<double> volume(mesh.rest.size(), 0.0);
  const auto& x = mesh.rest;
  for (const auto& t : mesh.triangles) {
    const double area = norm(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]])) / 2;
    for (const std::uint32_t v : t) volume[v] += area / 3;
  }
  for (const auto& t : mesh.tetrahedra) {
    const double six = dot(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]), x[t[3]] - x[t[0]]);
    for (const std::uint32_t v : t) volume[v] += std::abs(six) / 24;
  }
  for (std::size_t s = 0; s + 1 < mesh.strand_begin.size(); ++s)
    for (std::uint32_t v = mesh.strand_begin[s]; v + 1 < mesh.strand_begin[s + 1]; ++v) {
      const double half = norm(x[v + 1] - x[v]) / 2;
      volume[v] += half, volume[v + 1] += half;
    }
  return volume;
}

}  // namespace froth

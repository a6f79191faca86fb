// SPDX-License-Identifier: Apache-2.0
#include <froth/lagrangian/solid_file.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>

#include <froth/base/error.h>
#include <froth/base/random.h>

namespace froth {

namespace {

/// Words of a text, which know their line.
class Words {
 public:
  explicit Words(std::string_view text) : left_(text) {}

  [[noreturn]] void complain(const std::string& what) const {
    throw InputError(fmt::format("line {}: {}", line_, what));
  }
  bool at_end() {
    skip();
    return left_.empty();
  }
  std::string_view word() {
    skip();
    if (left_.empty()) complain("the file ends too early; get a whole copy of it");
    const std::size_t size = std::min(left_.find_first_of(" \t\r\n"), left_.size());
    const std::string_view word = left_.substr(0, size);
    left_.remove_prefix(size);
    return word;
  }
  std::string_view rest_of_line() {
    const std::size_t size = std::min(left_.find('\n'), left_.size());
    const std::string_view line = left_.substr(0, size);
    left_.remove_prefix(size);
    return line;
  }
  template <class T>
  T number() {
    const std::string_view text = word();
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
      complain(fmt::format("\"{}\" where a number should be", text.substr(0, 40)));
    return value;
  }
  /// A number of things that take some bytes each, of which the file cannot have more than fit into it.
  std::size_t count() {
    const auto value = number<std::int64_t>();
    if (value < 0 || static_cast<std::size_t>(value) > left_.size())
      complain(fmt::format("{} of something is not what the file has", value));
    return static_cast<std::size_t>(value);
  }
  Vec3<double> place() {
    Vec3<double> x{};
    for (int d = 0; d < 3; ++d) {
      x[d] = number<double>();
      if (!std::isfinite(x[d])) complain("a place that is not a number");
    }
    return x;
  }
  void expect(std::string_view wanted) {
    if (const std::string_view found = word(); found != wanted)
      complain(fmt::format("\"{}\" where \"{}\" should be", found.substr(0, 40), wanted));
  }

 private:
  void skip() {
    while (!left_.empty() && std::string_view(" \t\r\n").find(left_.front()) != std::string_view::npos) {
      if (left_.front() == '\n') ++line_;
      left_.remove_prefix(1);
    }
  }
  std::string_view left_;
  int line_ = 1;
};

/// Takes in places by their number in the file, and elements of one kind, and makes a mesh of what is used.
class Collected {
 public:
  explicit Collected(int dim) : corners_(static_cast<std::size_t>(dim) + 1) {}

  void place(std::int64_t name, const Vec3<double>& x, const Words& at) {
    if (!places_.emplace(name, Place{x, ~0u}).second) at.complain(fmt::format("node {} comes twice", name));
  }
  std::size_t corners() const { return corners_; }
  void element(const std::vector<std::int64_t>& names, const Words& at) {
    std::array<std::uint32_t, 4> element{};
    for (std::size_t k = 0; k < corners_; ++k) {
      const auto found = places_.find(names[k]);
      if (found == places_.end())
        at.complain(fmt::format("an element has the node {}, which does not exist", names[k]));
      Place& own = found->second;
      if (own.number == ~0u) {
        own.number = static_cast<std::uint32_t>(mesh_.rest.size());
        mesh_.rest.push_back(own.x);
      }
      element[k] = own.number;
      for (std::size_t other = 0; other < k; ++other)
        if (names[other] == names[k]) at.complain(fmt::format("an element has the node {} twice", names[k]));
    }
    if (corners_ == 4)
      mesh_.tetrahedra.push_back(element);
    else
      mesh_.triangles.push_back({element[0], element[1], element[2]});
  }
  ElementMesh finished() {
    if (mesh_.rest.empty())
      throw InputError(corners_ == 4 ? "it has no tetrahedra; export a volume mesh"
                                     : "it has no triangles; export a plane mesh");
    mesh_.start = mesh_.rest;
    return std::move(mesh_);
  }

 private:
  struct Place {
    Vec3<double> x;
    std::uint32_t number;
  };
  std::size_t corners_;
  std::map<std::int64_t, Place> places_;
  ElementMesh mesh_;
};

/// Keeps these random numbers apart from those of sampling, which have small indices.
constexpr std::uint32_t kPieces = ~0u;

constexpr int kMshTriangle = 2, kMshTetrahedron = 4;

void read_msh_nodes(Words& in, bool is_v4, Collected& mesh) {
  if (!is_v4) {
    for (std::size_t left = in.count(); left > 0; --left) {
      const auto name = in.number<std::int64_t>();
      mesh.place(name, in.place(), in);
    }
    return;
  }
  const std::size_t blocks = in.count();
  for (int skipped = 0; skipped < 3; ++skipped) in.word();
  for (std::size_t b = 0; b < blocks; ++b) {
    for (int skipped = 0; skipped < 2; ++skipped) in.word();
    if (in.number<int>() != 0) in.complain("nodes with parameters are not read; save without them");
    std::vector<std::int64_t> names(in.count());
    for (std::int64_t& name : names) name = in.number<std::int64_t>();
    for (const std::int64_t name : names) mesh.place(name, in.place(), in);
  }
}

void read_msh_elements(Words& in, bool is_v4, Collected& mesh) {
  const int wanted = mesh.corners() == 4 ? kMshTetrahedron : kMshTriangle;
  std::vector<std::int64_t> names(mesh.corners());
  const auto take = [&](int type) {
    if (type == wanted) {
      for (std::int64_t& name : names) name = in.number<std::int64_t>();
      mesh.element(names, in);
    }
    in.rest_of_line();
  };
  std::size_t blocks = in.count();
  if (!is_v4) {
    for (; blocks > 0; --blocks) {
      in.word();
      const int type = in.number<int>();
      for (std::size_t tags = in.count(); tags > 0; --tags) in.word();
      take(type);
    }
    return;
  }
  for (int skipped = 0; skipped < 3; ++skipped) in.word();
  for (; blocks > 0; --blocks) {
    for (int skipped = 0; skipped < 2; ++skipped) in.word();
    const int type = in.number<int>();
    for (std::size_t left = in.count(); left > 0; --left) {
      in.word();
      take(type);
    }
  }
}

}  // namespace

ElementMesh parse_msh(std::string_view text, int dim) {
  Words in(text);
  Collected mesh(dim);
  in.expect("$MeshFormat");
  const auto version = in.number<double>();
  if (!(version >= 2 && version < 3) && !(version >= 4.1 && version < 5))
    in.complain(fmt::format("version {:g} is not read; save as version 2 or 4.1", version));
  if (in.number<int>() != 0) in.complain("binary files are not read; save as ASCII");
  in.rest_of_line();
  while (!in.at_end()) {
    const std::string_view section = in.word();
    if (section == "$Nodes")
      read_msh_nodes(in, version >= 4, mesh);
    else if (section == "$Elements")
      read_msh_elements(in, version >= 4, mesh);
    else
      in.rest_of_line();
  }
  return mesh.finished();
}

ElementMesh parse_vtk(std::string_view text, int dim) {
  constexpr int triangle = 5, tetrahedron = 10;
  Words in(text);
  Collected mesh(dim);
  for (const char* part : {"#", "vtk", "DataFile", "Version"}) in.expect(part);
  in.word();
  in.rest_of_line(), in.at_end(), in.rest_of_line();  // the title
  if (in.word() != "ASCII") in.complain("binary files are not read; save as ASCII");
  in.expect("DATASET"), in.expect("UNSTRUCTURED_GRID");
  std::vector<std::vector<std::int64_t>> cells;
  while (!in.at_end()) {
    const std::string_view section = in.word();
    if (section == "POINTS") {
      const std::size_t points = in.count();
      in.word();
      for (std::size_t n = 0; n < points; ++n) mesh.place(static_cast<std::int64_t>(n), in.place(), in);
    } else if (section == "CELLS") {
      const std::size_t first = in.count(), numbers = in.count();
      std::string_view next = in.word();
      if (next == "OFFSETS") {  // of version 5: ends of the cells, then all corners
        in.word();
        std::vector<std::int64_t> ends(first);
        for (std::int64_t& end : ends) end = in.number<std::int64_t>();
        in.expect("CONNECTIVITY");
        in.word();
        std::vector<std::int64_t> corners(numbers);
        for (std::int64_t& corner : corners) corner = in.number<std::int64_t>();
        for (std::size_t c = 0; c + 1 < ends.size(); ++c) {
          if (ends[c] < 0 || ends[c + 1] < ends[c] || ends[c + 1] > std::int64_t(numbers))
            in.complain("offsets of cells that are not in order");
          cells.emplace_back(corners.begin() + ends[c], corners.begin() + ends[c + 1]);
        }
        continue;
      }
      for (std::size_t c = 0; c < first; ++c) {
        std::size_t size = 0;
        if (c > 0) next = in.word();
        const auto [end, error] = std::from_chars(next.data(), next.data() + next.size(), size);
        if (error != std::errc{} || size > numbers) in.complain("a cell without its number of corners");
        cells.emplace_back(size);
        for (std::int64_t& corner : cells.back()) corner = in.number<std::int64_t>();
      }
    } else if (section == "CELL_TYPES") {
      if (in.count() != cells.size()) in.complain("there are not as many types as cells");
      for (const std::vector<std::int64_t>& cell : cells) {
        if (in.number<int>() != (dim == 2 ? triangle : tetrahedron)) continue;
        if (cell.size() != mesh.corners()) in.complain("a cell whose corners do not fit its type");
        mesh.element(cell, in);
      }
    } else {
      in.rest_of_line();
    }
  }
  return mesh.finished();
}

ElementMesh read_solid(const std::string& path, int dim) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError("it is a folder; give a mesh file");
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) throw InputError("it cannot be read; check its name");
  if (path.ends_with(".msh")) return parse_msh(text, dim);
  if (path.ends_with(".vtk")) return parse_vtk(text, dim);
  throw InputError("its name must end in .msh or .vtk");
}

void break_solid(int pieces, std::uint64_t seed, ElementMesh& mesh) {
  Vec3<double> low = mesh.rest.front(), high = low;
  for (const Vec3<double>& x : mesh.rest)
    for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], x[d]), high[d] = std::max(high[d], x[d]);
  std::vector<Vec3<double>> middle;
  for (int n = 0; n < pieces; ++n) {
    const Vec<4, double> u = uniform4({seed, Purpose::PoissonDisc}, static_cast<std::uint64_t>(n), 0, kPieces);
    middle.push_back(low + Vec3<double>{u[0] * (high[0] - low[0]), u[1] * (high[1] - low[1]),
                                        u[2] * (high[2] - low[2])});
  }
  const std::vector<Vec3<double>> rest = std::move(mesh.rest), start = std::move(mesh.start);
  mesh.rest.clear(), mesh.start.clear();
  std::map<std::pair<int, std::uint32_t>, std::uint32_t> number;
  const auto assign = [&](auto& element) {
    Vec3<double> own{};
    for (const std::uint32_t v : element) own += rest[v] / double(element.size());
    const auto nearer = [&](const Vec3<double>& a, const Vec3<double>& b) {
      return norm(a - own) < norm(b - own);
    };
    const int piece = static_cast<int>(std::ranges::min_element(middle, nearer) - middle.begin());
    for (std::uint32_t& v : element) {
      const auto [found, is_new] =
          number.try_emplace({piece, v}, static_cast<std::uint32_t>(mesh.rest.size()));
      if (is_new) mesh.rest.push_back(rest[v]), mesh.start.push_back(start[v]);
      v = found->second;
    }
  };
  for (auto& triangle : mesh.triangles) assign(triangle);
  for (auto& tetrahedron : mesh.tetrahedra) assign(tetrahedron);
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Words and numbers of a mesh file, one after the other.
#pragma once

#include <charconv>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/geometry/mesh_file.h>

namespace froth::detail {

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  /// The next word, or an empty one at the end.
  std::string_view next() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// The rest of the line, without its end, which is passed.
  std::string_view line() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    std::string_view rest = text_.substr(begin, at_ - begin);
    if (at_ < text_.size()) ++at_;
    while (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
    return rest;
  }
  bool is_done() const { return at_ >= text_.size(); }
  std::size_t position() const { return at_; }

 private:
  static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

template <class Number>
Number number_of(std::string_view word) {
  std::string_view digits = word;
  if (!digits.empty() && digits.front() == '+') digits.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (word.empty()) throw InputError("it ends in the middle; get a whole copy of it");
  // Numbers too small or too large for a double are read as what they are not, so they are refused too.
  if (error != std::errc() || end != digits.data() + digits.size())
    throw InputError(fmt::format("it has \"{}\" where a number belongs", word.substr(0, 40)));
  return value;
}

/// Cuts a polygon into a fan of triangles around its first corner; `limit` vertices exist.
inline void add_fan(const std::vector<long long>& corners, std::size_t limit, TriangleMesh& mesh) {
  if (corners.size() < 3)
    throw InputError(fmt::format("it has a face of {} corners; a face needs three", corners.size()));
  for (const long long corner : corners)
    if (corner < 0 || corner >= static_cast<long long>(limit))
      throw InputError(fmt::format(
          "it has a face with vertex number {} (counted from 0), but there are {} vertices", corner, limit));
  for (std::size_t i = 2; i < corners.size(); ++i)
    mesh.triangles.push_back(
        {static_cast<int>(corners[0]), static_cast<int>(corners[i - 1]), static_cast<int>(corners[i])});
}

/// Vertices are numbered by int; far more than any machine here has memory for samples.
inline void check_vertex_count(std::size_t count) {
  if (count > 2000000000) throw InputError("it has more than two billion vertices; use a coarser mesh");
}

}  // namespace froth::detail

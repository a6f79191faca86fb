// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/sweep_grid.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {

namespace {

/// A folder's name may have 255 bytes; what a run adds below needs none of them, but paths get long.
constexpr std::size_t kLongestName = 120;

[[noreturn]] void fail(const std::string& text, const std::string& message) {
  throw InputError("--vary " + text + ": " + message);
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

/// Follows a text letter by letter and knows whether it is inside of quotes or brackets.
struct Nesting {
  std::string open = {};
  char quote = 0;
  bool is_escaped = false, is_broken = false;

  void read(char c) {
    if (quote != 0) {
      if (!is_escaped && c == quote) quote = 0;
      is_escaped = !is_escaped && quote == '"' && c == '\\';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      open += c;
    } else if (c == ']' || c == '}') {
      is_broken = is_broken || open.empty() || open.back() != (c == ']' ? '[' : '{');
      if (!open.empty()) open.pop_back();
    }
  }
  bool is_outside() const { return open.empty() && quote == 0; }
};

std::vector<std::string> split_values(const std::string& list, const std::string& text) {
  std::vector<std::string> values(1);
  Nesting nesting;
  for (const char c : list) {
    if (c == ',' && nesting.is_outside()) {
      values.emplace_back();
      continue;
    }
    nesting.read(c);
    values.back() += c;
  }
  if (nesting.quote != 0) fail(text, "a quote is not closed");
  if (nesting.is_broken || !nesting.open.empty()) fail(text, "brackets do not match");
  for (std::string& value : values) {
    value = trimmed(value);
    if (value.empty()) fail(text, "a value is empty; write it as key=value,value");
  }
  return values;
}

/// The value of a text that is a number and nothing else.
bool is_number(const std::string& text, double& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size();
}

bool are_same(const std::string& a, const std::string& b) {
  double x = 0, y = 0;
  return a == b || (is_number(a, x) && is_number(b, y) && x == y);
}

/// A value as people read it: without spaces between elements, and text without its quotes.
std::string shown(const std::string& value) {
  std::string out;
  Nesting nesting;
  for (const char c : value) {
    const bool was_inside = nesting.quote != 0;
    nesting.read(c);
    if (was_inside || c != ' ') out += c;
  }
  const bool is_text = out.size() > 2 && (out[0] == '"' || out[0] == '\'') && out.back() == out[0] &&
                       out.find(out[0], 1) == out.size() - 1;
  return is_text ? out.substr(1, out.size() - 2) : out;
}

std::vector<std::string> split_path(const std::string& key) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    parts.push_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string tail(const std::string& key, std::size_t length) {
  const std::vector<std::string> parts = split_path(key);
  std::string out;
  for (std::size_t k = parts.size() - std::min(length, parts.size()); k < parts.size(); ++k)
    out += (out.empty() ? "" : ".") + parts[k];
  return out;
}

/// The end of a key that tells it from the others; a number alone says nothing.
std::string short_key(const std::vector<SweepAxis>& axes, const std::string& key) {
  for (std::size_t length = 1; length < split_path(key).size(); ++length) {
    std::string own = tail(key, length);
    const auto alike = std::count_if(axes.begin(), axes.end(),
                                     [&](const SweepAxis& axis) { return tail(axis.key, length) == own; });
    const bool is_word = own.find_first_not_of("0123456789.") != std::string::npos;
    if (alike == 1 && is_word && !(own[0] >= '0' && own[0] <= '9')) return own;
  }
  return key;
}

/// The 64-bit hash of Fowler, Noll and Vo (FNV-1a): names must be the same on every machine.
std::uint64_t digest(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

/// A file name of a label. One that had to be changed ends in digits of its own, so that no two are alike.
std::string file_name(const std::string& label, const std::string& exact) {
  const auto is_fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._+-=,[]{}()").find(c) != std::string_view::npos;
  };
  std::string name = label;
  for (char& c : name)
    if (!is_fine(c)) c = '_';
  if (name == label && name.size() <= kLongestName) return name;
  return fmt::format("{}~{:08x}", name.substr(0, kLongestName - 9), digest(exact) & 0xffffffffu);
}

}  // namespace

SweepAxis parse_sweep_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  const SweepAxis none{trimmed(text.substr(0, equals)), {}};
  if (equals == std::string::npos || none.key.empty()) fail(text, "write it as path.to.key=value,value");
  SweepAxis axis{none.key, split_values(text.substr(equals + 1), text)};
  for (std::size_t k = 0; k < axis.values.size(); ++k)
    for (std::size_t j = 0; j < k; ++j)
      if (are_same(shown(axis.values[j]), shown(axis.values[k])))
        fail(text, "the value " + axis.values[k] + " is given twice");
  return axis;
}

std::vector<SweepVariant> sweep_variants(const std::vector<SweepAxis>& axes) {
  if (axes.empty()) throw InputError("say what to vary, as in --vary solver.transfer=apic,flip");
  std::size_t count = 1;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b)
      if (axes[a].key == axes[b].key)
        fail(axes[a].key, "this key is varied twice; give all its values at once");
    count *= axes[a].values.size();
    if (count > kMostVariants)
      throw InputError(fmt::format("the grid has {} variants or more, at most {} are allowed; vary less",
                                   count, kMostVariants));
  }
  std::vector<SweepVariant> variants;
  for (std::size_t k = 0; k < count; ++k) {
    SweepVariant variant;
    std::string name, exact;
    std::size_t below = count, rest = k;
    for (const SweepAxis& axis : axes) {
      below /= axis.values.size();
      const std::string& value = axis.values[rest / below];
      rest %= below;
      variant.values.push_back(shown(value));
      variant.overrides.push_back(axis.key + "=" + value);
      const std::string assignment = short_key(axes, axis.key) + "=" + shown(value);
      variant.label += (variant.label.empty() ? "" : ", ") + assignment;
      name += (name.empty() ? "" : ",") + assignment;
      exact += variant.overrides.back() + "\n";
    }
    variant.name = file_name(name, exact);
    variants.push_back(std::move(variant));
  }
  return variants;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// A table of view.json: takes values by key, and refuses what cannot be, each time in one sentence that says
// where it stands, what is there and what should be.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <froth/base/error.h>
#include <froth/base/vec.h>

namespace froth {

/// A table of the file, and what to call it in messages.
class ViewTable {
 public:
  ViewTable(const nlohmann::json& json, std::string name) : json_(json), name_(std::move(name)) {
    if (!json.is_object()) throw InputError(name_ + " is not a table");
  }

  void take(const char* key, std::string& to) const {
    take_as(key, to, &nlohmann::json::is_string, "a text");
  }
  void take(const char* key, bool& to) const {
    take_as(key, to, &nlohmann::json::is_boolean, "true or false");
  }
  void take(const char* key, double& to) const { take_as(key, to, &nlohmann::json::is_number, "a number"); }
  void take(const char* key, int& to) const {
    take_as(key, to, &nlohmann::json::is_number_integer, "a whole number");
  }
  void take(const char* key, Vec3<double>& to) const { take_numbers(key, to, "three numbers"); }
  void take(const char* key, Vec2<double>& to) const { take_numbers(key, to, "two numbers"); }
  template <class T>
  void take(const char* key, std::optional<T>& to) const {
    if (find(key) == nullptr) return;
    take(key, to.emplace());
  }
  void take(const char* key, std::vector<std::string>& to) const {
    const nlohmann::json* found = find(key);
    if (found == nullptr) return;
    const auto is_text = [](const nlohmann::json& x) { return x.is_string(); };
    if (!found->is_array() || !std::ranges::all_of(*found, is_text)) refuse(key, "a list of texts");
    to = found->get<std::vector<std::string>>();
  }
  /// Calls use(table) for the tables of a list.
  template <class Use>
  void each(const char* key, Use use) const {
    const nlohmann::json* found = find(key);
    if (found == nullptr) return;
    if (!found->is_array()) refuse(key, "a list");
    for (std::size_t k = 0; k < found->size(); ++k)
      use(ViewTable((*found)[k], fmt::format("{}.{}[{}]", name_, key, k)));
  }
  const nlohmann::json* find(const char* key) const {
    const auto found = json_.find(key);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }
  const std::string& name() const { return name_; }

  /// Refuses what is there unless the claim holds.
  void require(const char* key, bool claim, const std::string& wanted) const {
    if (!claim) refuse(key, wanted);
  }
  /// Both ends included.
  void require_range(const char* key, double value, double least, double most) const {
    require(key, value >= least && value <= most, fmt::format("{:g} to {:g}", least, most));
  }
  [[noreturn]] void refuse(const char* key, const std::string& wanted) const {
    const nlohmann::json* found = find(key);
    const std::string what = found == nullptr ? "missing" : found->dump().substr(0, kLongestQuote);
    throw InputError(fmt::format("{}: \"{}\" is {}; make it {}", name_, key, what, wanted));
  }

 private:
  static constexpr std::size_t kLongestQuote = 60;  // of a value in a message

  template <class T>
  void take_as(const char* key, T& to, bool (nlohmann::json::*is_right)() const noexcept,
               const char* wanted) const {
    const nlohmann::json* found = find(key);
    if (found == nullptr) return;
    if (!(found->*is_right)()) refuse(key, wanted);
    to = found->get<T>();
  }

  template <int Count>
  void take_numbers(const char* key, Vec<Count, double>& to, const char* wanted) const {
    const nlohmann::json* found = find(key);
    if (found == nullptr) return;
    const auto is_number = [](const nlohmann::json& x) { return x.is_number(); };
    if (!found->is_array() || found->size() != Count || !std::ranges::all_of(*found, is_number))
      refuse(key, wanted);
    for (int d = 0; d < Count; ++d) to[d] = (*found)[std::size_t(d)].get<double>();
  }

  const nlohmann::json& json_;
  std::string name_;
};

}  // namespace froth

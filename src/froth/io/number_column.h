// SPDX-License-Identifier: Apache-2.0
// Numbers of one of the types that files know, stored as that type: a frame of a million particles in single
// precision takes four bytes a number in memory, as it does on disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace froth {

enum class NumberType : unsigned char { UChar, Int, UInt, Float, Double };

class NumberColumn {
 public:
  explicit NumberColumn(NumberType type = NumberType::Float);
  /// Each value must be one that `type` holds exactly, or is rounded to.
  NumberColumn(NumberType type, const std::vector<double>& values);

  NumberType type() const { return static_cast<NumberType>(numbers_.index()); }
  std::size_t size() const;
  double operator[](std::size_t k) const;
  void set(std::size_t k, double value);
  void push_back(double value);
  void resize(std::size_t size);
  void clear() { resize(0); }

  /// Calls `use` with the std::vector of the column's own type.
  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return std::visit(use, numbers_);
  }
  template <class Use>
  decltype(auto) visit(Use&& use) {
    return std::visit(use, numbers_);
  }

  bool operator==(const NumberColumn&) const = default;

 private:
  /// In the order of NumberType.
  std::variant<std::vector<std::uint8_t>, std::vector<std::int32_t>, std::vector<std::uint32_t>,
               std::vector<float>, std::vector<double>>
      numbers_;
};

}  // namespace froth

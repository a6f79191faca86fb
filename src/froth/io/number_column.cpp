// SPDX-License-Identifier: Apache-2.0
#include <froth/io/number_column.h>

namespace froth {

NumberColumn::NumberColumn(NumberType type) {
  switch (type) {
    case NumberType::UChar: numbers_.emplace<0>(); break;
    case NumberType::Int: numbers_.emplace<1>(); break;
    case NumberType::UInt: numbers_.emplace<2>(); break;
    case NumberType::Float: numbers_.emplace<3>(); break;
    case NumberType::Double: numbers_.emplace<4>(); break;
  }
}

NumberColumn::NumberColumn(NumberType type, const std::vector<double>& values) : NumberColumn(type) {
  resize(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) set(k, values[k]);
}

std::size_t NumberColumn::size() const {
  return visit([](const auto& numbers) { return numbers.size(); });
}

double NumberColumn::operator[](std::size_t k) const {
  return visit([k](const auto& numbers) { return static_cast<double>(numbers[k]); });
}

void NumberColumn::set(std::size_t k, double value) {
  visit([&]<class T>(std::vector<T>& numbers) { numbers[k] = static_cast<T>(value); });
}

void NumberColumn::push_back(double value) {
  visit([&]<class T>(std::vector<T>& numbers) { numbers.push_back(static_cast<T>(value)); });
}

void NumberColumn::resize(std::size_t size) {
  visit([size](auto& numbers) { numbers.resize(size); });
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Names and sizes of the number types of PLY files, shared by their writer and their reader.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <string_view>

#include <froth/io/number_column.h>

namespace froth {

static_assert(std::endian::native == std::endian::little, "PLY files are written in the machine's own order");

struct PlyType {
  NumberType type;
  std::string_view name, alias;
  std::size_t bytes;
};

/// In the order of NumberType.
inline constexpr std::array<PlyType, 5> kPlyTypes = {{{NumberType::UChar, "uchar", "uint8", 1},
                                                      {NumberType::Int, "int", "int32", 4},
                                                      {NumberType::UInt, "uint", "uint32", 4},
                                                      {NumberType::Float, "float", "float32", 4},
                                                      {NumberType::Double, "double", "float64", 8}}};

inline const PlyType& ply_type(NumberType type) { return kPlyTypes[static_cast<std::size_t>(type)]; }

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// A contact sheet: pictures of one size in even rows under a title, each with its label above it.
#pragma once

#include <string>
#include <vector>

#include <froth/render/picture.h>

namespace froth {

struct SheetTile {
  std::string label;      ///< parts after ", " may go to the next line
  Image image = {};       ///< without pixels: an empty frame
  std::string note = {};  ///< in the picture's lower left corner, or in the middle of an empty frame
};

/// Tiles that belong together, such as those of one time.
struct SheetBlock {
  std::string heading;  ///< empty: none
  std::vector<SheetTile> tiles;
};

struct ContactSheet {
  std::string title;
  std::vector<SheetBlock> blocks;
  int columns = 1;
};

/// A number of columns for tiles wider than high: up to three in a row, then about as many as there are rows.
int sheet_columns(int tile_count);

/// A tile is as large as the largest picture; smaller ones stand in its middle.
Image draw_sheet(const ContactSheet& sheet);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/render/contact_sheet.h>

namespace froth {

namespace {

Image plain(int width, int height, float shade) {
  Image image = Image::blank(width, height);
  for (float& value : image.rgb) value = shade;
  return image;
}

struct Box {
  int left = 100000, top = 100000, right = -1, bottom = -1;
  int width() const { return right - left + 1; }
  int height() const { return bottom - top + 1; }
};

/// Where a shade of grey is that nothing else in the sheet has.
Box find(const Image& image, float shade) {
  Box box;
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column)
      if (image.at(column, row)[0] == shade && image.at(column, row)[1] == shade)
        box = {std::min(box.left, column), std::min(box.top, row), std::max(box.right, column),
               std::max(box.bottom, row)};
  return box;
}

int dark_pixels(const Image& image, int top, int bottom) {
  int count = 0;
  for (int row = top; row < bottom; ++row)
    for (int column = 0; column < image.width; ++column) count += image.at(column, row)[0] < 0.2f ? 1 : 0;
  return count;
}

}  // namespace

// Oracle: geometry: every picture is there whole, in reading order, at even distances, inside the sheet.
TEST_CASE("pictures stand in an even grid") {
  ContactSheet sheet{"A title", {{"", {}}}, 2};
  const std::vector<float> shades = {0.3f, 0.4f, 0.6f, 0.7f, 0.77f};
  for (const float shade : shades) sheet.blocks[0].tiles.push_back({"label", plain(200, 100, shade)});
  const Image image = draw_sheet(sheet);
  std::vector<Box> boxes;
  for (const float shade : shades) {
    boxes.push_back(find(image, shade));
    CHECK(boxes.back().width() == 200);
    CHECK(boxes.back().height() == 100);
  }
  CHECK(boxes[1].left - boxes[0].right == boxes[3].left - boxes[2].right);
  CHECK(boxes[2].top - boxes[0].bottom == boxes[4].top - boxes[2].bottom);
  CHECK(boxes[0].left == boxes[4].left);
  CHECK(boxes[0].left == image.width - 1 - boxes[1].right);  // margins to both sides
  CHECK(boxes[0].left == image.height - 1 - boxes[4].bottom);
  CHECK(dark_pixels(image, 0, boxes[0].top - 1) > 50);                    // title and labels
  CHECK(dark_pixels(image, boxes[0].bottom + 2, boxes[2].top - 1) > 20);  // labels of the next row
  CHECK(draw_sheet(sheet).rgb == image.rgb);
}

// Oracle: sizes: labels that do not fit take more lines, not more width; odd sizes and empty tiles fit too.
TEST_CASE("long labels, small pictures and empty tiles keep the grid") {
  ContactSheet sheet{"", {{"t = 0.1 s", {}}, {"t = 0.2 s", {}}}, 2};
  const std::string label = "transfer=flip, cell_size=0.0125, youngs_modulus=100000, density=1000";
  for (SheetBlock& block : sheet.blocks)
    block.tiles = {
        {label, plain(240, 120, 0.3f)}, {label, {}, "failed"}, {"b", plain(100, 50, 0.6f), "t = 0 s"}};
  const Image image = draw_sheet(sheet);
  ContactSheet plain_sheet = sheet;
  for (SheetBlock& block : plain_sheet.blocks)
    for (SheetTile& tile : block.tiles) tile.label.assign(1, 'a');
  const Image shorter = draw_sheet(plain_sheet);
  CHECK(image.width == shorter.width);
  CHECK(image.height > shorter.height);
  sheet.columns = 50;  // no more columns than tiles
  CHECK(draw_sheet(sheet).width < 4 * 240);
  CHECK(draw_sheet({}).width > 0);
}

// Oracle: by hand.
TEST_CASE("columns follow the number of pictures") {
  const std::vector<std::pair<int, int>> rows = {{0, 1}, {1, 1}, {3, 3}, {4, 2}, {6, 3}, {9, 3}, {10, 4}};
  for (const auto& [count, columns] : rows) CHECK(sheet_columns(count) == columns);
}

}  // namespace froth

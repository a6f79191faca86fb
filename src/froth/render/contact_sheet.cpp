// SPDX-License-Identifier: Apache-2.0
#include <froth/render/contact_sheet.h>

#include <algorithm>
#include <cmath>

#include <froth/render/compose.h>
#include <froth/render/text.h>

namespace froth {

namespace {

constexpr Vec3<float> kPaper{0.93f, 0.925f, 0.91f}, kEmpty{0.85f, 0.845f, 0.83f}, kEdge{0.5f, 0.5f, 0.49f};
constexpr std::size_t kMostLines = 3;

/// Breaks a label after commas, so that its lines fit; what still does not fit ends in "...".
std::vector<std::string> lines_of(const std::string& label, double letter, double width) {
  std::vector<std::string> lines(1);
  for (std::size_t begin = 0; begin < label.size();) {
    const std::size_t comma = label.find(", ", begin);
    const std::size_t end = comma == std::string::npos ? label.size() : comma + 2;
    const std::string part = label.substr(begin, end - begin);
    const bool fits = text_width(lines.back() + part, letter) <= width;
    if (!fits && !lines.back().empty() && lines.size() < kMostLines) lines.emplace_back();
    lines.back() += part;
    begin = end;
  }
  for (std::string& line : lines) {
    line = line.substr(0, line.find_last_not_of(' ') + 1);
    line = fitted(line, letter, width);
  }
  return lines;
}

/// Sizes of a sheet in pixels.
struct Layout {
  int tile_width = 320, tile_height = 180, columns = 1;
  double letter = 12;         ///< height of capitals
  int gap = 16, margin = 24;  ///< between tiles, around all
  int label_height = 0, heading_height = 0, title_height = 0;

  int row_height() const { return label_height + tile_height + gap; }
  int rows(const SheetBlock& block) const {
    return (static_cast<int>(block.tiles.size()) + columns - 1) / columns;
  }
  /// Above a block's heading; the first one stands below the title.
  int space_before(std::size_t block) const { return heading_height > 0 && block > 0 ? gap : 0; }
  double line_height() const { return 1.75 * letter; }
};

Layout layout_of(const ContactSheet& sheet) {
  Layout l;
  int width = 0, height = 0, most = 1;
  for (const SheetBlock& block : sheet.blocks) {
    most = std::max(most, static_cast<int>(block.tiles.size()));
    for (const SheetTile& tile : block.tiles)
      width = std::max(width, tile.image.width), height = std::max(height, tile.image.height);
  }
  if (width > 0) l.tile_width = width, l.tile_height = height;
  l.columns = std::clamp(sheet.columns, 1, most);
  l.letter = std::clamp(0.026 * l.tile_width, 8.0, 22.0);
  l.gap = static_cast<int>(std::lround(1.6 * l.letter));
  l.margin = static_cast<int>(std::lround(2.2 * l.letter));
  std::size_t lines = 1;
  bool has_heading = false;
  for (const SheetBlock& block : sheet.blocks) {
    has_heading = has_heading || !block.heading.empty();
    for (const SheetTile& tile : block.tiles)
      lines = std::max(lines, lines_of(drawable_text(tile.label), l.letter, l.tile_width).size());
  }
  l.label_height = static_cast<int>(std::ceil(double(lines) * l.line_height() + 0.4 * l.letter));
  if (has_heading) l.heading_height = static_cast<int>(std::lround(2.6 * l.letter));
  if (!sheet.title.empty()) l.title_height = static_cast<int>(std::lround(3.2 * l.letter));
  return l;
}

void write(Image& image, const std::string& text, Vec2<double> corner, double letter, double width) {
  Strokes strokes(std::max(1.1, letter / 8));
  strokes.write(fitted(drawable_text(text), letter, width), corner, letter);
  strokes.draw(image);
}

void fill(Image& image, int left, int top, int width, int height, const Vec3<float>& color) {
  for (int row = std::max(0, top); row < std::min(image.height, top + height); ++row)
    for (int column = std::max(0, left); column < std::min(image.width, left + width); ++column)
      image.set(column, row, color);
}

/// A note on a light panel, in letters of the sheet's size.
void draw_note(Image& all, const std::string& note, const Layout& l, int left, int bottom) {
  const double inset = 0.9 * l.letter, width = l.tile_width - 3 * inset;
  const std::string shown = fitted(drawable_text(note), l.letter, width);
  if (shown.empty()) return;
  const Vec2<double> corner{left + 1.4 * inset, bottom - 1.4 * inset};
  draw_panel(all, {corner[0] - 0.7 * l.letter, corner[1] - 1.6 * l.letter},
             {corner[0] + text_width(shown, l.letter) + 0.5 * l.letter, corner[1] + 0.7 * l.letter});
  write(all, shown, corner, l.letter, width);
}

void draw_tile(Image& all, const SheetTile& tile, const Layout& l, int left, int top) {
  double base = top + l.label_height - 0.9 * l.letter;
  const std::vector<std::string> lines = lines_of(drawable_text(tile.label), l.letter, l.tile_width);
  base -= double(lines.size() - 1) * l.line_height();
  for (const std::string& line : lines) {
    write(all, line, {double(left), base}, l.letter, l.tile_width);
    base += l.line_height();
  }
  top += l.label_height;
  fill(all, left - 1, top - 1, l.tile_width + 2, l.tile_height + 2, kEdge);
  fill(all, left, top, l.tile_width, l.tile_height, kEmpty);
  const Image& image = tile.image;
  paste(all, image, left + (l.tile_width - image.width) / 2, top + (l.tile_height - image.height) / 2);
  if (tile.note.empty()) return;
  if (image.width > 0) return draw_note(all, tile.note, l, left, top + l.tile_height);
  const std::string shown = fitted(drawable_text(tile.note), l.letter, 0.9 * l.tile_width);
  write(all, shown,
        {left + (l.tile_width - text_width(shown, l.letter)) / 2, top + (l.tile_height + l.letter) / 2},
        l.letter, l.tile_width);
}

}  // namespace

int sheet_columns(int tile_count) {
  return tile_count <= 3 ? std::max(1, tile_count) : static_cast<int>(std::ceil(std::sqrt(tile_count)));
}

Image draw_sheet(const ContactSheet& sheet) {
  const Layout l = layout_of(sheet);
  const int inner = l.columns * (l.tile_width + l.gap) - l.gap;
  int height = 2 * l.margin + l.title_height - l.gap;
  for (std::size_t b = 0; b < sheet.blocks.size(); ++b)
    height += l.space_before(b) + l.heading_height + l.rows(sheet.blocks[b]) * l.row_height();
  Image all = Image::blank(inner + 2 * l.margin, std::max(height, 2 * l.margin + l.title_height));
  fill(all, 0, 0, all.width, all.height, kPaper);
  write(all, sheet.title, {double(l.margin), l.margin + 1.35 * l.letter}, 1.35 * l.letter, inner);
  int top = l.margin + l.title_height;
  for (std::size_t b = 0; b < sheet.blocks.size(); ++b) {
    const SheetBlock& block = sheet.blocks[b];
    top += l.space_before(b);
    if (l.heading_height > 0)
      write(all, block.heading, {double(l.margin), top + 1.15 * l.letter}, 1.15 * l.letter, inner);
    top += l.heading_height;
    for (int k = 0; k < static_cast<int>(block.tiles.size()); ++k)
      draw_tile(all, block.tiles[std::size_t(k)], l, l.margin + k % l.columns * (l.tile_width + l.gap),
                top + k / l.columns * l.row_height());
    top += l.rows(block) * l.row_height();
  }
  return all;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/ledger_table.h>

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/io/file.h>

namespace froth {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

LedgerTable table_with_header(const std::string& path, std::string_view header) {
  LedgerTable table;
  for (const std::string_view name : split(header, ',')) {
    if (name.empty() || table.find(name) != nullptr)
      throw InputError(fmt::format("{}:1: column {} of the header is {}; this is no ledger of a run", path,
                                   table.names.size() + 1,
                                   name.empty() ? "empty" : fmt::format("\"{}\" once more", name)));
    table.names.emplace_back(name);
    table.columns.emplace_back();
  }
  if (table.find("time") == nullptr)
    throw InputError(path + ":1: the header has no column \"time\"; this is no ledger of a run");
  return table;
}

void add_row(LedgerTable& table, const std::string& path, std::size_t line, std::string_view row) {
  const std::vector<std::string_view> cells = split(row, ',');
  if (cells.size() != table.names.size())
    throw InputError(fmt::format("{}:{}: this row has {} columns, the header has {}", path, line,
                                 cells.size(), table.names.size()));
  for (std::size_t k = 0; k < cells.size(); ++k) {
    double value = 0;
    const char* end = cells[k].data() + cells[k].size();
    const auto [stop, problem] = std::from_chars(cells[k].data(), end, value);
    if (problem != std::errc() || stop != end)
      throw InputError(fmt::format("{}:{}: \"{}\" in column {} ({}) is not a number", path, line, cells[k],
                                   k + 1, table.names[k]));
    table.columns[k].push_back(value);
  }
}

}  // namespace

const std::vector<double>* LedgerTable::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? nullptr : &columns[std::size_t(found - names.begin())];
}

LedgerTable read_ledger(const std::string& path) {
  const std::string text = read_file(path);
  std::vector<std::string_view> lines = split(text, '\n');
  lines.pop_back();  // what follows the last end of a line: nothing, or a row that is not complete
  if (lines.empty()) throw InputError(path + ":1: there is no header; this is no ledger of a run");
  LedgerTable table = table_with_header(path, lines[0]);
  for (std::size_t k = 1; k < lines.size(); ++k) add_row(table, path, k + 1, lines[k]);
  return table;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/io/csv.h>

#include <cmath>
#include <fmt/format.h>

#include <froth/base/parallel.h>

namespace froth {

namespace {

/// Rows that one task turns into text.
constexpr Index kRows = 1 << 14;

void append_number(fmt::memory_buffer& out, NumberType type, double value) {
  if (std::isnan(value)) {
    out.append(std::string_view("nan"));  // its sign means nothing
    return;
  }
  const auto end = fmt::appender(out);
  switch (type) {
    case NumberType::Float: fmt::format_to(end, "{}", static_cast<float>(value)); break;
    case NumberType::Double: fmt::format_to(end, "{}", value); break;
    default: fmt::format_to(end, "{}", static_cast<std::int64_t>(value)); break;
  }
}

std::string rows(const PointCloud& cloud, const Chunk& chunk) {
  fmt::memory_buffer out;
  for (Index k = chunk.begin; k < chunk.end; ++k) {
    for (const PointProperty& p : cloud.properties) {
      if (&p != &cloud.properties.front()) out.push_back(',');
      append_number(out, p.type(), p.values[static_cast<std::size_t>(k)]);
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

}  // namespace

std::string to_csv(const PointCloud& cloud) {
  std::string out;
  for (const PointProperty& p : cloud.properties) out += (out.empty() ? "" : ",") + p.name;
  out += '\n';
  const Index count = static_cast<Index>(cloud.count());
  std::vector<std::string> parts(static_cast<std::size_t>(chunk_count(count, kRows)));
  parallel_chunks(count, kRows,
                  [&](const Chunk& c) { parts[static_cast<std::size_t>(c.number)] = rows(cloud, c); });
  for (const std::string& part : parts) out += part;
  return out;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <froth/verify/limitations.h>

using namespace froth::verify;

namespace {
/// The anchor that Markdown viewers give a heading: lower case, blanks to hyphens, other signs dropped.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') anchor += '-';
    if (std::isalnum(byte) || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(byte));
  }
  return anchor;
}

std::set<std::string> anchors_of(const std::string& page) {
  std::set<std::string> anchors;
  std::ifstream file(page);
  for (std::string line; std::getline(file, line);) {
    const std::size_t text = line.find_first_not_of('#');
    if (text == 0 || text == std::string::npos || line[text] != ' ') continue;
    anchors.insert(anchor_of(line.substr(text + 1)));
  }
  return anchors;
}
}  // namespace

// Oracle: the pages themselves. A limitation without an explanation is an excuse.
TEST_CASE("what is known to fail is explained on a page") {
  REQUIRE(std::filesystem::exists("docs/validation.md"));  // tests run in the root of the tree
  REQUIRE(anchors_of("docs/integrators.md").contains("hourglass-fig-8"));
  CHECK_FALSE(anchors_of("docs/integrators.md").contains("hourglass"));
  std::set<std::string> names;
  for (const Limitation& one : all_limitations()) {
    CAPTURE(one.name);
    CHECK(names.insert(one.name).second);
    CHECK_FALSE(one.reason.empty());
    CHECK(&limitation(one.name) == &one);
    const std::size_t hash = one.page.find('#');
    REQUIRE(hash != std::string::npos);
    CHECK(one.page.starts_with("docs/"));
    CHECK(anchors_of(one.page.substr(0, hash)).contains(one.page.substr(hash + 1)));
  }
  CHECK_THROWS(limitation("nothing of that name"));
}

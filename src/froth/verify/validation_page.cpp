// SPDX-License-Identifier: Apache-2.0
// Rows for people (Markdown): a section per case. No clock time: the same build writes the same bytes.
#include <algorithm>
#include <fmt/format.h>

#include <froth/verify/verify.h>

namespace froth::verify {

namespace {

/// A bar would end the cell.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string shown(Verdict verdict) {
  return verdict == Verdict::Pass ? "pass" : fmt::format("**{}**", name_of(verdict));
}

std::string table(const std::vector<Row>& rows) {
  std::string text =
      "| quantity | measured | bound | verdict | whose bound | source |\n|---|---|---|---|---|---|\n";
  for (const Row& row : rows)
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", cell(row.quantity), row.measurement(),
                        row.bound(), shown(row.verdict()),
                        name_of(row.basis.origin) + (row.selection.empty() ? "" : ", selected"),
                        cell(row.note.empty() ? row.basis.text : row.note));
  return text;
}

/// A remark and the rows that it is about: no names where it is about all of them.
std::string remarks(const std::vector<Row>& rows, std::string (*remark)(const Row&)) {
  std::vector<std::string> seen;
  std::string text;
  for (const Row& first : rows) {
    const std::string words = remark(first);
    if (words.empty() || std::find(seen.begin(), seen.end(), words) != seen.end()) continue;
    seen.push_back(words);
    std::string about;
    bool is_all = true;
    for (const Row& row : rows) {
      const bool is_meant = remark(row) == words;
      is_all = is_all && is_meant;
      if (is_meant) about += fmt::format("{}*{}*", about.empty() ? "" : ", ", row.quantity);
    }
    text += is_all ? fmt::format("- {}.\n", words) : fmt::format("- {}: {}.\n", words, about);
  }
  return text;
}

std::string selection_of(const Row& row) {
  return row.selection.empty() ? "" : "Set-up selected: " + row.selection;
}

std::string departure_of(const Row& row) {
  return row.departure.empty() ? "" : "Not as in the source: " + row.departure;
}

/// Pages name each other relative to docs/.
std::string limitation_of(const Row& row) {
  if (!row.is_known()) return {};
  const std::string& page = row.limitation.page;
  const std::string link = page.starts_with("docs/") ? page.substr(5) : page;
  return fmt::format("Known limitation: {} ([{}]({}))", row.limitation.reason, page, link);
}

std::string introduction(const Tally& tally, bool has_pictures) {
  return fmt::format(
      R"(# Validation

This page is written by `froth verify --report docs/validation.md`. {}. With
`--only` a group or case is measured anew and the rest of the page stays.

A row holds a measured number to a bound and gets one of three verdicts: **pass**; **fail**; or **known
limitation**, which fails, is explained on another page, and is no worse than was accepted when it was marked.
`froth verify` exits with 1 where a row fails that is not known to. A known limitation that passes is said to,
so that its mark can go.

A bound is *published* (a paper prints the number, or shows which of two results is larger), *derived* (a
closed form or a conservation law, with a tolerance for the discretization) or *ours* (a paper says it in
words or shows a picture, or nobody does; the number is our reading). *Selected* means that the set-up was
chosen among several because it meets the bound; what was tried stands below the table, and so does what
departs from the source. A number that hangs on a seed is measured from seed 1 on: the mean and its
standard error, then how many seeds and the least and the greatest of them; the bound is held by the mean
or by each seed, as the row says.{}
)",
      tally.text(), has_pictures ? " In pictures,\nwhat is expected is dashed." : "");
}

/// A case as the page has it.
struct Section {
  std::string group, name, text;
  Tally tally = {};
};

Section section_of(const Outcome& outcome, const std::string& pictures) {
  const std::vector<Row>& rows = outcome.findings.rows;
  Section section{outcome.test.group, outcome.test.name, {}};
  section.text = fmt::format("\n### {}\n\n{}\n\n{}", outcome.test.name, outcome.test.summary, table(rows));
  std::string about;
  for (const auto remark : {departure_of, selection_of, limitation_of}) about += remarks(rows, remark);
  if (!about.empty()) section.text += "\n" + about;
  if (!pictures.empty() && !outcome.findings.plots.empty())
    section.text += fmt::format("\n![{0}]({1}/{0}.svg)\n", outcome.test.name, pictures);
  section.tally.add(rows);
  return section;
}

/// Counts the rows of a table by the mark that only its column of verdicts has.
void count_row(Tally& tally, const std::string& line) {
  const auto has = [&](Verdict verdict) {
    return line.find(fmt::format(" | {} | ", shown(verdict))) != std::string::npos;
  };
  if (!line.starts_with("| ")) return;
  if (has(Verdict::Pass)) ++tally.passed;
  if (has(Verdict::Fail)) ++tally.failed;
  if (has(Verdict::Known)) ++tally.known;
  if (has(Verdict::KnownPasses)) ++tally.known_passes;
}

/// The sections of a page that validation_page() has written.
std::vector<Section> read_sections(const std::string& page) {
  std::vector<Section> sections;
  std::string group;
  std::size_t begin = 0;
  while (begin < page.size()) {
    const std::size_t end = std::min(page.find('\n', begin), page.size());
    const std::string line = page.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("## ")) {
      group = line.substr(3);
    } else if (line.starts_with("### ")) {
      sections.push_back({group, line.substr(4), "\n" + line + "\n"});
    } else if (!sections.empty() && sections.back().group == group) {
      sections.back().text += line + "\n";
      count_row(sections.back().tally, line);
    }
  }
  for (Section& section : sections)  // the empty line in front of a heading is the heading's
    if (section.text.ends_with("\n\n")) section.text.pop_back();
  return sections;
}

/// What was measured now, else what the page had, in the order of the cases.
std::vector<Section> merged(const std::vector<Section>& now, const std::vector<Section>& before,
                            const std::vector<Case>& order) {
  std::vector<Section> all;
  for (const Case& one : order)
    for (const std::vector<Section>* source : {&now, &before}) {
      const auto found = std::ranges::find(*source, one.name, &Section::name);
      if (found == source->end()) continue;
      all.push_back(*found);
      all.back().group = one.group;
      break;
    }
  return all;
}

std::string page_of(const std::vector<Section>& sections, bool has_pictures) {
  Tally tally;
  for (const Section& section : sections) tally.add(section.tally);
  std::string page = introduction(tally, has_pictures), group;
  for (const Section& section : sections) {
    if (section.group != group) page += fmt::format("\n## {}\n", group = section.group);
    page += section.text;
  }
  return page;
}

std::vector<Section> sections_of(const std::vector<Outcome>& outcomes, const std::string& pictures) {
  std::vector<Section> sections;
  for (const Outcome& outcome : outcomes) sections.push_back(section_of(outcome, pictures));
  return sections;
}

}  // namespace

std::string validation_page(const std::vector<Outcome>& outcomes, const std::string& pictures) {
  return page_of(sections_of(outcomes, pictures), !pictures.empty());
}

std::string update_page(const std::string& before, const std::vector<Outcome>& outcomes,
                        const std::vector<Case>& order, const std::string& pictures) {
  return page_of(merged(sections_of(outcomes, pictures), read_sections(before), order), !pictures.empty());
}

}  // namespace froth::verify

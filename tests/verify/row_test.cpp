// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/verify/row.h>

using namespace froth::verify;

namespace {
const Limitation kLimit{"a_limit", "it is hard", "docs/page.md#section"};
Tally tally_of(const std::vector<Row>& rows) {
  Tally tally;
  tally.add(rows);
  return tally;
}
}  // namespace

// Oracle: the meaning of the words. A tolerance is slack on both sides, a bound has one side, and a number
// that is not one passes nothing.
TEST_CASE("rows pass and fail") {
  CHECK(within("x", 1.1, 1, 0.11, ours("")).passes());
  CHECK(within("x", 0.9, 1, 0.11, ours("")).passes());
  CHECK_FALSE(within("x", 1.2, 1, 0.11, ours("")).passes());
  CHECK(at_most("x", -5.0, 1, ours("")).passes());
  CHECK_FALSE(at_most("x", 1.2, 1, ours("")).passes());
  CHECK(at_least("x", 5.0, 1, ours("")).passes());
  CHECK_FALSE(at_least("x", 0.8, 1, ours("")).passes());
  for (const Row& row : {within("x", NAN, 1, 1, ours("")), at_most("x", double(NAN), 1, ours("")),
                         at_least("x", double(NAN), 1, ours(""))}) {
    CHECK_FALSE(row.passes());
    CHECK(row.verdict() == Verdict::Fail);
  }
}

// Oracle: the three verdicts as `froth verify --help` states them. What is known excuses a row that fails, up
// to what was accepted, and no row whose number is none.
TEST_CASE("what is known does not fail, up to what was accepted") {
  CHECK(at_least("x", 3.0, 3, ours("")).verdict() == Verdict::Pass);
  CHECK(at_least("x", 2.4, 3, ours("")).verdict() == Verdict::Fail);
  CHECK(at_least("x", 2.4, 3, ours("")).known(kLimit, 2).verdict() == Verdict::Known);
  CHECK(at_least("x", 1.9, 3, ours("")).known(kLimit, 2).verdict() == Verdict::Fail);
  CHECK(at_least("x", 3.1, 3, ours("")).known(kLimit, 2).verdict() == Verdict::KnownPasses);
  CHECK(at_most("x", 0.37, 0.3, ours("")).known(kLimit, 0.45).verdict() == Verdict::Known);
  CHECK(at_most("x", 0.5, 0.3, ours("")).known(kLimit, 0.45).verdict() == Verdict::Fail);
  CHECK(within("x", 0.4, 1, 0.5, ours("")).known(kLimit, 0.7).verdict() == Verdict::Known);
  CHECK(at_least("x", double(NAN), 3, ours("")).known(kLimit, 2).verdict() == Verdict::Fail);
}

// Oracle: the same words, counted. Only a row that fails and is not known to changes the exit code; a known
// one that passes is said.
TEST_CASE("exit codes and the line of all rows") {
  const Row good = at_least("x", 3.0, 3, ours("")), bad = at_least("x", 2.0, 3, ours(""));
  const Row known = at_least("x", 2.0, 3, ours("")).known(kLimit, 1);
  const Row mended = at_least("x", 4.0, 3, ours("")).known(kLimit, 1);
  CHECK(tally_of({good}).exit_code() == 0);
  CHECK(tally_of({good, bad}).exit_code() == 1);
  CHECK(tally_of({good, known}).exit_code() == 0);
  CHECK(tally_of({known, mended}).exit_code() == 0);
  CHECK(tally_of({known, mended, bad}).exit_code() == 1);
  CHECK(tally_of({}).exit_code() == 0);
  CHECK(tally_of({good, good, bad, known}).text() == "4 rows: 2 passed, 1 failed, 1 known limitation");
  CHECK(tally_of({known, mended}).text().find("1 of these now passes: take the mark off") !=
        std::string::npos);
}

// Oracle: mean, spread and standard error of 1, 2, 3, 6 by hand: 3, 1 to 6, sqrt(14/3/4). A bound of 2.5
// holds for the mean of them and not for every one; one of 0.5 for every one; a bound on the mean cannot be
// saved by a good seed.
TEST_CASE("numbers that hang on seeds are judged by the mean or by every seed") {
  const Sample mean{Judged::Mean, {1, 2, 3, 6}}, every{Judged::EverySeed, {1, 2, 3, 6}};
  CHECK(mean.mean() == doctest::Approx(3));
  CHECK(mean.least() == 1);
  CHECK(mean.most() == 6);
  CHECK(mean.standard_error() == doctest::Approx(std::sqrt(14.0 / 3 / 4)));
  CHECK(at_least("x", mean, 2.5, ours("")).passes());
  CHECK_FALSE(at_least("x", every, 2.5, ours("")).passes());
  CHECK(at_least("x", every, 0.5, ours("")).passes());
  CHECK_FALSE(at_least("x", mean, 3.5, ours("")).passes());
  CHECK_FALSE(at_most("x", every, 5, ours("")).passes());
  CHECK(within("x", mean, 3, 0.1, ours("")).passes());
  CHECK_FALSE(within("x", every, 3, 0.1, ours("")).passes());
  const Sample broken{Judged::EverySeed, {1, NAN}};
  CHECK_FALSE(at_least("x", broken, 0, ours("")).passes());
  CHECK_FALSE(at_least("x", Sample{Judged::Mean, {1, NAN}}, 0, ours("")).passes());
  CHECK(at_least("x", every, 2.5, ours("")).known(kLimit, 1).verdict() == Verdict::Known);
  CHECK(at_least("x", every, 2.5, ours("")).known(kLimit, 1.5).verdict() == Verdict::Fail);
  CHECK(at_least("x", mean, 2.5, ours("")).measurement() == "3 +- 1.1 (mean of 4 seeds, 1 to 6)");
  CHECK(at_least("x", every, 2.5, ours("")).measurement() == "3 +- 1.1 (each of 4 seeds, 1 to 6)");
}

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <fmt/format.h>
#include <set>

#include <froth/base/error.h>
#include <froth/sim/sweep_grid.h>
#include <froth/sim/sweep_table.h>

namespace froth {

namespace {

using Words = std::vector<std::string>;

std::vector<SweepVariant> grid(const Words& texts) {
  std::vector<SweepAxis> axes;
  for (const std::string& text : texts) axes.push_back(parse_sweep_axis(text));
  return sweep_variants(axes);
}

Words names(const Words& texts) {
  Words all;
  for (const SweepVariant& variant : grid(texts)) all.push_back(variant.name);
  return all;
}

}  // namespace

// Oracle: lists split by hand.
TEST_CASE("values are split at commas outside of brackets and quotes") {
  const auto values = [](const std::string& text) { return parse_sweep_axis(text).values; };
  CHECK(values("a=1,2") == Words{"1", "2"});
  CHECK(values("a = 1 , 2 ") == Words{"1", "2"});
  CHECK(values("a=[1,2],[3,4]") == Words{"[1,2]", "[3,4]"});
  CHECK(values("a=[[1,2],[3,4]],5") == Words{"[[1,2],[3,4]]", "5"});
  CHECK(values("a={x=1,y=[2,3]},{x=2}") == Words{"{x=1,y=[2,3]}", "{x=2}"});
  CHECK(values(R"(a="p,q",'r,s]',t)") == Words{R"("p,q")", "'r,s]'", "t"});
  CHECK(values(R"(a="p\",q",r)") == Words{R"("p\",q")", "r"});
  CHECK(parse_sweep_axis("a.b=x=1").key == "a.b");
}

// Oracle: a table by hand of what is wrong and what the sentence must name.
TEST_CASE("axes that make no sense are refused") {
  const std::vector<std::pair<Words, std::string>> rows = {
      {{"a"}, "path.to.key=value"}, {{"=1,2"}, "path.to.key=value"},
      {{"a=1,,2"}, "empty"},        {{"a="}, "empty"},
      {{"a=1,"}, "empty"},          {{"a=[1,2"}, "brackets"},
      {{"a=1],2"}, "brackets"},     {{"a=[1}"}, "brackets"},
      {{"a=\"x,y"}, "quote"},       {{"a=1,2,1"}, "twice"},
      {{"a=0.1,0.10"}, "twice"},    {{"a=x,\"x\""}, "twice"},
      {{"a=1", "a=2"}, "twice"},    {{}, "--vary"},
  };
  for (const auto& [texts, word] : rows) {
    CAPTURE(word);
    std::string message;
    try {
      grid(texts);
    } catch (const InputError& error) {
      message = error.what();
    }
    CAPTURE(message);
    CHECK(message.find(word) != std::string::npos);
  }
  std::string many = "a=0";
  for (int k = 1; k < 40; ++k) many += fmt::format(",{}", k);
  CHECK(grid({many, "b=1,2,3,4,5,6,7,8,9,10", "c=1,2"}).size() == 800);
  CHECK_THROWS_AS(grid({many, "b" + many.substr(1)}), InputError);  // 1600
}

// Oracle: names and order by hand: the last key runs fastest, and a key is as short as it can be.
TEST_CASE("variants are all combinations under readable names") {
  CHECK(names({"solver.transfer=pic,flip", "solver.cell_size=0.1,0.2"}) ==
        Words{"transfer=pic,cell_size=0.1", "transfer=pic,cell_size=0.2", "transfer=flip,cell_size=0.1",
              "transfer=flip,cell_size=0.2"});
  CHECK(names({"materials.a.density=1", "materials.b.density=2"}) == Words{"a.density=1,b.density=2"});
  CHECK(names({"bodies.0.size=1", "bodies.1.size=2"}) == Words{"bodies.0.size=1,bodies.1.size=2"});
  CHECK(names({"scene.gravity.1=-9,-3"}) == Words{"gravity.1=-9", "gravity.1=-3"});
  CHECK(names({"a=\"x\""}) == Words{"a=x"});
  CHECK(names({"a=[1, 2]"}) == Words{"a=[1,2]"});
  const SweepVariant second = grid({"a.b=1,[2, 3]"})[1];
  CHECK(second.overrides == Words{"a.b=[2, 3]"});
  CHECK(second.values == Words{"[2,3]"});
  CHECK(second.label == "b=[2,3]");
}

// Oracle: the rules of file names: no separator, nothing beyond 255 bytes, no two alike.
TEST_CASE("names are fit for folders and never alike") {
  const std::string longer(300, 'x');
  const Words all = names({"a=\"p/q\",\"p_q\",\"p q\",\"p:q\",\"" + longer + "\",\"" + longer + "y\""});
  CHECK(std::set<std::string>(all.begin(), all.end()).size() == 6);
  for (const std::string& name : all) {
    CHECK(name.find_first_of("/ :\"") == std::string::npos);
    CHECK(name.size() < 200);
  }
  CHECK(names({"a=\"p/q\""})[0] == all[0]);  // the same in another grid
}

// Oracle: RFC 4180 by hand: a cell with a comma or a quote stands in quotes, quotes inside are doubled.
TEST_CASE("the table quotes what needs it and leaves out what is not there") {
  const std::vector<SweepAxis> axes = {parse_sweep_axis("a.b=[1,2],3")};
  std::vector<SweepRow> rows;
  for (const SweepVariant& variant : sweep_variants(axes)) rows.push_back({variant});
  rows[0].failure = "body \"x\", gone";
  rows[1].numbers = {{"steps", 12}, {"volume", 0.1}};
  const std::string csv = sweep_csv(axes, rows);
  CHECK(csv.starts_with("variant,a.b,status,frames,time,particles,steps,"));
  CHECK(csv.find("\n\"b=[1,2]\",\"[1,2]\",\"failed: body \"\"x\"\", gone\",,,") != std::string::npos);
  CHECK(csv.find("\nb=3,3,finished,,,,12,") != std::string::npos);
  CHECK(csv.find(",0.1,") != std::string::npos);
  const std::string text = sweep_text(rows);
  CHECK(text.find("b=[1,2]: failed: body \"x\", gone\n") != std::string::npos);
}

}  // namespace froth

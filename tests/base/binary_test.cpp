// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/binary.h>

namespace froth {

namespace {

enum class Fruit : std::uint8_t { Apple, Pear };

void write_tree(BinaryWriter& out, double height, const std::string& species, Fruit fruit, int apples) {
  out.section("trunk", [&](BinaryWriter& to) { to.put(height), to.text(species); });
  out.section("crown", [&](BinaryWriter& to) {
    to.put(fruit);
    to.section("apples", [&](BinaryWriter& deep) {
      deep.put<std::uint64_t>(static_cast<std::uint64_t>(apples));
      const std::string red(static_cast<std::size_t>(apples), 'r');
      deep.bytes(red.data(), red.size());
    });
  });
}

std::string tree(double height = 3.5, int apples = 5) {
  BinaryWriter out;
  write_tree(out, height, "malus", Fruit::Apple, apples);
  return out.buffer();
}

std::string layout(double height, const std::string& species, Fruit fruit, int apples) {
  return BinaryWriter::layout_of([&](BinaryWriter& out) { write_tree(out, height, species, fruit, apples); });
}

std::string complaint(const std::string& bytes, const std::string& first, bool reads_all) {
  BinaryReader in(bytes);
  try {
    in.section(first, [&](BinaryReader& from) {
      from.get<double>();
      if (reads_all) from.text();
    });
    in.refuse_more();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

struct Collecting : ByteSink {
  std::string all;
  void write(const void* data, std::size_t size) override {
    all.append(static_cast<const char*>(data), size);
  }
};

struct Dripping : ByteSource {
  explicit Dripping(std::string text) : rest(std::move(text)) {}
  std::string rest;
  void read(void* to, std::size_t size) override {
    REQUIRE(size <= rest.size());
    std::memcpy(to, rest.data(), size);
    rest.erase(0, size);
  }
};

}  // namespace

// Oracle: sizes by hand: a name is 8 bytes and its letters, a size is 8 bytes.
TEST_CASE("sections carry their names and sizes") {
  const std::string bytes = tree();
  const std::size_t trunk = 8 + 8 + 5, apples = 8 + 5, crown = 1 + 8 + 6 + 8 + apples;
  CHECK(bytes.size() == (8 + 5 + 8 + trunk) + (8 + 5 + 8 + crown));
  CHECK(BinaryWriter::size_of([](BinaryWriter& out) { write_tree(out, 1, "malus", Fruit::Pear, 5); }) ==
        bytes.size());
}

// Oracle: the bytes of the buffer, and the values that went in; a source hands out what a buffer holds.
TEST_CASE("a sink gets and a source gives the same bytes as a buffer") {
  Collecting sink;
  BinaryWriter out(sink);
  write_tree(out, 3.5, "malus", Fruit::Apple, 5);
  CHECK(sink.all == tree());
  Dripping source(sink.all + "of somebody else");
  BinaryReader in(source, sink.all.size());
  in.section("trunk", [](BinaryReader& from) {
    CHECK(from.get<double>() == 3.5);
    CHECK(from.text() == "malus");
    CHECK(from.at_end());
    CHECK_THROWS_AS(from.get<char>(), InputError);  // not out of the next section
  });
  in.section("crown", [](BinaryReader& from) {
    CHECK(from.get<Fruit>() == Fruit::Apple);
    from.section("apples", [](BinaryReader& deep) {
      CHECK(deep.get<std::uint64_t>() == 5);
      CHECK_THROWS_AS(deep.need(6, 1), InputError);
      char red[5];
      deep.bytes(red, 5);
      CHECK(red[4] == 'r');
    });
  });
  CHECK(in.at_end());
  CHECK(source.rest == "of somebody else");
}

// Oracle: the names that were written: what does not fit is called by its name.
TEST_CASE("a section that is not expected is refused by name") {
  CHECK(complaint(tree(), "root", true).find("\"trunk\" in place of \"root\"") != std::string::npos);
  CHECK(complaint(tree(), "trunk", false).find("section \"trunk\"") != std::string::npos);
  CHECK(complaint(tree(), "trunk", true).find("unknown section \"crown\"") != std::string::npos);
  CHECK(complaint(tree().substr(0, 10), "trunk", true).find("too early") != std::string::npos);
}

// Oracle: what a layout is: the same whatever the numbers, another one for other names, types or kinds.
TEST_CASE("a layout has names and types and no numbers") {
  const std::string plain = layout(3.5, "malus", Fruit::Apple, 5);
  CHECK(plain == "trunk: float64 \"malus\"\ncrown: #0\ncrown/apples: uint64 array");
  CHECK(layout(-1, "malus", Fruit::Apple, 0) == plain);
  CHECK(layout(3.5, "pyrus", Fruit::Apple, 5) != plain);
  CHECK(layout(3.5, "malus", Fruit::Pear, 5) != plain);
}

}  // namespace froth

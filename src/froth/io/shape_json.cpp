// SPDX-License-Identifier: Apache-2.0
#include <froth/io/shape_json.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include <froth/base/error.h>
#include <froth/io/file.h>

namespace froth {

static_assert(std::endian::native == std::endian::little, "samples are written in the machine's own order");

namespace {

using Json = nlohmann::ordered_json;

/// In the order of ShapeKind.
constexpr std::array<const char*, 16> kKindNames = {
    "box",   "sphere", "cylinder", "capsule", "half_space", "rounded_box",  "ellipsoid",    "cone",
    "torus", "prism",  "sampled",  "union",   "difference", "intersection", "smooth_union", "shell"};
static_assert(kKindNames.size() == static_cast<std::size_t>(ShapeKind::Shell) + 1);

/// JSON has no infinity, and sides of shapes may be unbounded.
Json number_json(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}

double number_of(const nlohmann::json& json) {
  if (json.is_number()) return json.get<double>();
  if (json == "inf") return kUnbounded;
  if (json == "-inf") return -kUnbounded;
  throw InputError("a shape has something in place of a number");
}

/// Writes numbers that are not those of a fresh instruction, -0 being another than 0.
void put(Json& to, const char* key, std::span<const double> numbers, std::span<const double> fresh) {
  if (std::memcmp(numbers.data(), fresh.data(), numbers.size_bytes()) == 0) return;
  if (numbers.size() == 1) {
    to[key] = number_json(numbers[0]);
    return;
  }
  for (const double x : numbers) to[key].push_back(number_json(x));
}

void take(const nlohmann::json& from, const char* key, std::span<double> numbers) {
  const auto found = from.find(key);
  if (found == from.end()) return;
  if (numbers.size() == 1) {
    numbers[0] = number_of(*found);
    return;
  }
  if (!found->is_array() || found->size() != numbers.size())
    throw InputError(std::string("a shape needs ") + std::to_string(numbers.size()) + " numbers in \"" + key +
                     "\"");
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = number_of((*found)[k]);
}

/// Calls use(key, numbers of `op`, numbers of `other`) for all numbers of an instruction.
template <class Op, class Use>
void for_numbers(Op& op, Op& other, Use use) {
  const auto all = [](auto& x) { return std::span(x.a); };
  const auto one = [](auto& x) { return std::span(&x, 1); };
  use("p", all(op.p), all(other.p));
  use("q", all(op.q), all(other.q));
  use("radius", one(op.radius), one(other.radius));
  use("second_radius", one(op.second_radius), one(other.second_radius));
  use("turn", std::span(&op.turn(0, 0), 9), std::span(&other.turn(0, 0), 9));
  use("shift", all(op.shift), all(other.shift));
  use("scale", one(op.scale), one(other.scale));
}

std::size_t sample_count(const ShapeOp& op) {
  std::size_t count = 1;
  for (const int n : op.count) count *= static_cast<std::size_t>(n);
  return count;
}

Json op_to_json(const ShapeOp& op, SampleWriter& samples) {
  Json json;
  json["kind"] = kKindNames[static_cast<std::size_t>(op.kind)];
  const ShapeOp fresh{};
  for_numbers(op, fresh,
              [&](const char* key, auto numbers, auto others) { put(json, key, numbers, others); });
  if (op.kind == ShapeKind::Prism)
    json["corners"] = std::vector<double>(op.corners, op.corners + 2 * std::ptrdiff_t(op.count[0]));
  if (op.kind == ShapeKind::Sampled) {
    json["count"] = std::array{op.count[0], op.count[1], op.count[2]};
    json["first_sample"] = samples.add({op.samples, sample_count(op)});
  }
  return json;
}

/// Reads instructions and keeps what they point to.
class ProgramReader {
 public:
  explicit ProgramReader(Samples samples) : samples_(std::move(samples)) {}

  Shape read(const nlohmann::json& json) {
    std::vector<ShapeOp> ops;
    for (const auto& op : json.at("program")) ops.push_back(read_op(op));
    return Shape::from_program(std::move(ops), std::move(data_), number_of(json.at("resolution")));
  }

 private:
  ShapeOp read_op(const nlohmann::json& json) {
    ShapeOp op;
    const auto name = json.at("kind").get<std::string>();
    const auto kind = std::ranges::find(kKindNames, name);
    if (kind == kKindNames.end()) throw InputError("there is no shape \"" + name + "\"");
    op.kind = static_cast<ShapeKind>(kind - kKindNames.begin());
    for_numbers(op, op, [&](const char* key, auto numbers, auto) { take(json, key, numbers); });
    if (op.kind == ShapeKind::Prism) read_corners(json, op);
    if (op.kind == ShapeKind::Sampled) find_samples(json, op);
    return op;
  }

  void read_corners(const nlohmann::json& json, ShapeOp& op) {
    auto corners = std::make_shared<std::vector<double>>();
    for (const auto& x : json.at("corners")) corners->push_back(number_of(x));
    if (corners->size() < 6 || corners->size() % 2 != 0)
      throw InputError("a polygon needs three corners or more, x and y in turn");
    op.corners = corners->data();
    op.count[0] = static_cast<int>(corners->size() / 2);
    data_.push_back(std::move(corners));
  }

  void find_samples(const nlohmann::json& json, ShapeOp& op) {
    constexpr int most = 1 << 20;  // along one axis; keeps the product below from overflowing
    const auto count = json.at("count").get<std::array<int, 3>>();
    for (std::size_t d = 0; d < 3; ++d) {
      if (count[d] < 2 || count[d] > most) throw InputError("a sampled shape has an impossible count");
      op.count[d] = count[d];
    }
    const auto first = json.at("first_sample").get<std::size_t>();
    if (samples_ == nullptr || first > samples_->size() || samples_->size() - first < sample_count(op))
      throw InputError("the file of samples is missing or cut off");
    op.samples = samples_->data() + first;
    if (std::ranges::find(data_, std::shared_ptr<const void>(samples_)) == data_.end())
      data_.push_back(samples_);
  }

  Samples samples_;
  std::vector<std::shared_ptr<const void>> data_;
};

}  // namespace

std::size_t SampleWriter::add(std::span<const float> samples) {
  const auto [place, is_new] = first_.try_emplace(samples.data(), count_);
  if (is_new) {
    arrays_.push_back(samples);
    count_ += samples.size();
  }
  return place->second;
}

void SampleWriter::write(const std::string& path) const {
  WholeFile file(path);
  for (const std::span<const float> array : arrays_)
    file.write({reinterpret_cast<const char*>(array.data()), array.size_bytes()});
  file.close();
}

Samples read_samples(const std::string& path) {
  const std::string bytes = read_file(path);
  auto samples = std::make_shared<std::vector<float>>(bytes.size() / sizeof(float));
  std::memcpy(samples->data(), bytes.data(), samples->size() * sizeof(float));
  return samples;
}

Json shape_to_json(const Shape& shape, SampleWriter& samples) {
  const ShapeView view = shape.view();
  Json program = Json::array();
  for (int k = 0; k < view.count; ++k) program.push_back(op_to_json(view.ops[k], samples));
  return {{"resolution", number_json(view.resolution)}, {"program", std::move(program)}};
}

Shape shape_from_json(const nlohmann::json& json, const Samples& samples) {
  try {
    return ProgramReader(samples).read(json);
  } catch (const nlohmann::json::exception&) {
    throw InputError("a shape lacks something, or has it in a wrong place");
  }
}

}  // namespace froth

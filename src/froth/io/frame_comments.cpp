// SPDX-License-Identifier: Apache-2.0
#include <froth/io/frame_comments.h>

#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

namespace froth {

namespace {

/// What a law is called that a body does not have.
constexpr std::string_view kNoLaw = "-";

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string pose_text(const Pose& pose) {
  std::string text;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) text += fmt::format("{} ", pose.turn(r, c));
  for (const Vec3<double>& x : {pose.pivot, pose.shift})
    for (int d = 0; d < 3; ++d) text += fmt::format("{} ", x[d]);
  return text;
}

/// Takes words and numbers off the front of a line; anything that is not there spoils the whole line.
class Line {
 public:
  explicit Line(std::string_view text) : rest_(text) {}

  bool good() const { return good_; }
  std::string_view word() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    good_ = good_ && !word.empty();
    return word;
  }
  void expect(std::string_view wanted) { good_ = word() == wanted && good_; }
  template <class T>
  T number() {
    const std::string_view text = word();
    T value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    good_ = good_ && problem == std::errc() && end == text.data() + text.size();
    return value;
  }
  std::string_view rest() {
    good_ = good_ && !rest_.empty();
    return std::exchange(rest_, {});
  }
  std::string quoted_rest() {
    const nlohmann::json text = nlohmann::json::parse(rest(), nullptr, false);
    good_ = good_ && text.is_string();
    return good_ ? text.get<std::string>() : std::string();
  }
  bool at_end() const { return good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

void read_stamp(Line& line, PointCloud& cloud) {
  line.expect("frame");
  const int frame = line.number<int>();
  line.expect("time");
  const double time = line.number<double>();
  if (line.at_end()) cloud.stamp = FrameStamp{frame, time};
}

void read_dimension(Line& line, PointCloud& cloud) {
  const int dimension = line.number<int>();
  if (line.at_end() && (dimension == 2 || dimension == 3)) cloud.dimension = dimension;
}

/// Bodies and colliders are listed in the order of their numbers.
void read_body(Line& line, PointCloud& cloud) {
  const auto number = line.number<std::size_t>();
  line.expect("law");
  const std::string_view law = line.word();
  line.expect("name");
  std::string name = line.quoted_rest();
  if (line.good() && number == cloud.bodies.size())
    cloud.bodies.push_back({std::move(name), std::string(law == kNoLaw ? "" : law)});
}

void read_collider(Line& line, PointCloud& cloud) {
  const auto number = line.number<std::size_t>();
  CloudCollider collider;
  line.expect("pose");
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) collider.pose.turn(r, c) = line.number<double>();
  for (Vec3<double>* x : {&collider.pose.pivot, &collider.pose.shift})
    for (int d = 0; d < 3; ++d) (*x)[d] = line.number<double>();
  line.expect("name");
  collider.name = line.quoted_rest();
  if (line.good() && number == cloud.colliders.size()) cloud.colliders.push_back(std::move(collider));
}

void read_unit(Line& line, PointCloud& cloud) {
  const std::string_view name = line.word();
  const std::string_view unit = line.rest();
  if (!line.good()) return;
  for (PointProperty& property : cloud.properties)
    if (property.name == name) property.unit = unit;
}

}  // namespace

std::vector<std::string> frame_comments(const PointCloud& cloud) {
  std::vector<std::string> lines;
  if (cloud.stamp)
    lines.push_back(fmt::format("froth frame {} time {}", cloud.stamp->frame, cloud.stamp->time));
  if (cloud.dimension != 0) lines.push_back(fmt::format("dimension {}", cloud.dimension));
  for (std::size_t b = 0; b < cloud.bodies.size(); ++b) {
    const CloudBody& body = cloud.bodies[b];
    lines.push_back(
        fmt::format("body {} law {} name {}", b, body.law.empty() ? kNoLaw : body.law, quoted(body.name)));
  }
  for (const PointProperty& property : cloud.properties)
    if (!property.unit.empty()) lines.push_back(fmt::format("unit {} {}", property.name, property.unit));
  for (std::size_t c = 0; c < cloud.colliders.size(); ++c)
    lines.push_back(fmt::format("collider {} pose {}name {}", c, pose_text(cloud.colliders[c].pose),
                                quoted(cloud.colliders[c].name)));
  return lines;
}

void read_frame_comments(const std::vector<std::string>& lines, PointCloud& cloud) {
  for (const std::string& text : lines) {
    Line line(text);
    const std::string_view first = line.word();
    if (first == "froth") read_stamp(line, cloud);
    if (first == "dimension") read_dimension(line, cloud);
    if (first == "body") read_body(line, cloud);
    if (first == "unit") read_unit(line, cloud);
    if (first == "collider") read_collider(line, cloud);
  }
}

}  // namespace froth

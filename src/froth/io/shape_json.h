// SPDX-License-Identifier: Apache-2.0
// Shapes as JSON, exactly: the program of a shape, one object per instruction, without what is as by default.
// Samples of meshes are too many for text; they go into a file of their own, as raw floats.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include <froth/geometry/shape.h>

namespace froth {

/// The samples of several shapes, one array behind the other; arrays that shapes share are there once.
class SampleWriter {
 public:
  /// Number of the first sample of an array, which must live as long as this.
  std::size_t add(std::span<const float> samples);
  bool is_empty() const { return arrays_.empty(); }
  /// Throws SystemError with the system's reason.
  void write(const std::string& path) const;

 private:
  std::vector<std::span<const float>> arrays_;
  std::map<const float*, std::size_t> first_;
  std::size_t count_ = 0;
};

using Samples = std::shared_ptr<const std::vector<float>>;
/// Throws InputError where the file cannot be read.
Samples read_samples(const std::string& path);

nlohmann::ordered_json shape_to_json(const Shape& shape, SampleWriter& samples);
/// The same shape to the last bit. Throws InputError for what is no shape.
Shape shape_from_json(const nlohmann::json& json, const Samples& samples);

}  // namespace froth

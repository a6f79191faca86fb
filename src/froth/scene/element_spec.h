// SPDX-License-Identifier: Apache-2.0
// What a scene says of elements between a body's particles: a solid mesh, a sheet or strands.
#pragma once

#include <optional>
#include <string>

#include <froth/base/field.h>
#include <froth/base/vec.h>
#include <froth/lagrangian/element_forces.h>

namespace froth {

enum class ElementKind { Solid, Sheet, Strands };

struct ElementSpec {
  ElementKind kind = ElementKind::Solid;
  std::string where;  ///< "file:line:column" of its table, for messages
  ElementForces forces = ElementForces::Newton;
  double edge_length = 0;  ///< [m]
  // Of solids and sheets.
  std::optional<VectorField> start_map;  ///< where vertices start, by where they are at rest [m]
  std::string rest_file;                 ///< of the same elements at rest
  std::uint32_t pieces = 1;              ///< without a vertex in common
  // Of sheets.
  double thickness = 0, bending_factor = 1;
  std::string file;
  double scale = 1;
  Vec3<double> corner{}, side_u{}, side_v{};
  // Of strands.
  double radius = 0;
  int segments = 0;
  std::optional<Vec3<double>> from, to;  ///< one strand; else they grow from points of the body's shape
  int copies = 1;
  Vec3<double> copy_step{};
  double gap = 0;  ///< between roots, or between pieces [m]
  Field length = 0;
  std::optional<Vec3<double>> direction;
  double curl_radius = 0, curl_pitch = 0;
};

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// What materials look like when nobody says: by preset, else by law.
#pragma once

#include <string>

#include <froth/io/look.h>

namespace froth {

/// Null where the preset has no entry; then its law decides.
const Look* look_of_preset(const std::string& preset);

/// Without a colour: bodies of plain laws are told apart by those of the palette. Matte for unknown laws.
Look look_of_law(const std::string& law);

}  // namespace froth

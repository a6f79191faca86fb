// SPDX-License-Identifier: Apache-2.0
// Grids of OpenVDB as the bytes of a file. For .cpp files that include OpenVDB anyway.
#pragma once

#include <openvdb/openvdb.h>
#include <string>

namespace froth {

/// The same grids give the same bytes: the random number that the library puts into the header of every file
/// is replaced by one that is made from the content.
std::string vdb_bytes(const openvdb::GridPtrVec& grids);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// What is known not to hold, each with its reason and the page that explains it. Rows name an entry; nothing
// else may excuse a row.
#pragma once

#include <froth/verify/row.h>

namespace froth::verify {

const std::vector<Limitation>& all_limitations();

/// The entry of that name; a fault of ours where there is none.
const Limitation& limitation(const std::string& name);

}  // namespace froth::verify

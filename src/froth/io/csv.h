// SPDX-License-Identifier: Apache-2.0
// Points as comma-separated values: a row of names, then a row per point. Numbers have as many digits as it
// takes to read them back unchanged; a number that is missing is "nan".
#pragma once

#include <string>

#include <froth/io/point_cloud.h>

namespace froth {

std::string to_csv(const PointCloud& cloud);

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Points as VTK XML PolyData (.vtp), and the collection (.pvd) that gives a series of them its times.
// ParaView, VisIt and VTK read them. Written by hand: an XML header, then raw little-endian arrays.
#pragma once

#include <string>
#include <vector>

#include <froth/io/point_cloud.h>

namespace froth {

/// Every point is a vertex cell, edges are lines and faces polygons, with the cell arrays "body" and "cell"
/// where there are any. vx, vy and vz become the vector "velocity"; all else keeps its name and type. `time`
/// [s] is the field TimeValue.
std::string to_vtp(const PointCloud& cloud, double time);

struct PvdEntry {
  double time;       ///< [s]
  std::string file;  ///< relative to the collection
};
std::string to_pvd(const std::vector<PvdEntry>& entries);

}  // namespace froth

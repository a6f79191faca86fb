// SPDX-License-Identifier: Apache-2.0
// froth measure: pieces, extents, heights, speeds and depths in colliders of a run's frames.
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/io/ply.h>
#include <froth/sim/measure.h>
#include <froth/sim/mesh_files.h>
#include <froth/sim/run_folder.h>

#include "commands.h"

namespace froth::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Vec3<double>& x, int dim) {
  return dim == 2 ? fmt::format("({:.5g}, {:.5g})", x[0], x[1])
                  : fmt::format("({:.5g}, {:.5g}, {:.5g})", x[0], x[1], x[2]);
}

std::string text_of(const PieceMeasure& piece, int dim) {
  return fmt::format("{} particles, centre {}, from {} to {} m", piece.count, text_of(piece.center, dim),
                     text_of(piece.bounds.min, dim), text_of(piece.bounds.max, dim));
}

std::string percent_name(double share) { return fmt::format("{:02.0f}", 100 * share); }

void print_bodies(const FrameMeasure& measured, int dim) {
  for (const BodyMeasure& body : measured.bodies) {
    fmt::print("  body {}: {}\n", body.name, text_of(body.all, dim));
    if (body.all.count == 0) continue;
    fmt::print("    {} pieces, mean speed {:.5g} m/s, height", body.pieces, body.mean_speed);
    for (std::size_t k = 0; k < body.heights.size(); ++k)
      fmt::print("{} {:.5g} m at {} %", k == 0 ? "" : ",", body.heights[k], percent_name(height_shares()[k]));
    fmt::print("\n");
  }
}

using Skins = std::vector<SkinMeasure>;

void print_skins(const Skins& skins) {
  for (const SkinMeasure& skin : skins)
    fmt::print("  skin {}: volume {:.6g} m^3, area {:.6g} m^2, {} pieces, {} voids, {} triangles\n",
               skin.name, skin.volume, skin.area, skin.pieces, skin.voids, skin.triangles);
}

void print_measure(const FrameMeasure& measured, int frame, int dim, const MeasureCommand& command) {
  fmt::print("frame {}, t = {:g} s: {}\n", frame, measured.time, text_of(measured.all, dim));
  fmt::print("  highest particle at {} m, mean speed {:.5g} m/s\n", text_of(measured.highest, dim),
             measured.mean_speed);
  fmt::print("  {} pieces (particles within {:g} cells hang together), {} of them single particles",
             measured.pieces.size(), command.link, measured.isolated);
  if (!measured.pieces.empty()) fmt::print(", the largest of {} particles", measured.pieces[0].count);
  fmt::print("\n");
  if (command.fragments)
    for (std::size_t k = 0; k < measured.pieces.size(); ++k)
      fmt::print("    piece {}: {}\n", k + 1, text_of(measured.pieces[k], dim));
  print_bodies(measured, dim);
  for (const ColliderMeasure& collider : measured.colliders)
    fmt::print("  collider {}: {} particles inside, the deepest {:.4g} m below its surface\n", collider.name,
               collider.inside, collider.deepest);
}

Json json_of(const Vec3<double>& x, int dim) { return dim == 2 ? Json{x[0], x[1]} : Json{x[0], x[1], x[2]}; }

Json json_of(const PieceMeasure& piece, int dim) {
  Json json;
  json["particles"] = piece.count;
  if (piece.count == 0) return json;
  json["center"] = json_of(piece.center, dim);
  json["min"] = json_of(piece.bounds.min, dim);
  json["max"] = json_of(piece.bounds.max, dim);
  return json;
}

Json json_of(const FrameMeasure& measured, int frame, int dim) {
  Json json;
  json["frame"] = frame;
  json["time"] = measured.time;
  json.update(json_of(measured.all, dim));
  json["mean_speed"] = measured.mean_speed;
  if (measured.all.count > 0) json["highest"] = json_of(measured.highest, dim);
  json["isolated"] = measured.isolated;
  json["pieces"] = Json::array();
  for (const PieceMeasure& piece : measured.pieces) json["pieces"].push_back(json_of(piece, dim));
  for (const BodyMeasure& body : measured.bodies) {
    Json entry = {{"name", body.name}};
    entry.update(json_of(body.all, dim));
    entry["pieces"] = body.pieces;
    entry["mean_speed"] = body.mean_speed;
    for (std::size_t k = 0; k < body.heights.size() && body.all.count > 0; ++k)
      entry["height_" + percent_name(height_shares()[k])] = body.heights[k];
    json["bodies"].push_back(entry);
  }
  json["colliders"] = Json::array();
  for (const ColliderMeasure& collider : measured.colliders)
    json["colliders"].push_back(
        {{"name", collider.name}, {"inside", collider.inside}, {"deepest", collider.deepest}});
  return json;
}

Json json_of(const Skins& skins) {
  Json list = Json::array();
  for (const SkinMeasure& skin : skins)
    list.push_back({{"name", skin.name},
                    {"volume", skin.volume},
                    {"area", skin.area},
                    {"pieces", skin.pieces},
                    {"voids", skin.voids},
                    {"triangles", skin.triangles}});
  return list;
}

std::string csv_header(const FrameMeasure& measured, const Skins& skins) {
  std::string out =
      "frame,time,particles,pieces,isolated,largest_piece,mean_speed,min_x,min_y,min_z,max_x,max_y,max_z,"
      "inside_colliders,deepest";
  for (const BodyMeasure& body : measured.bodies) {
    out += fmt::format(",{0}.particles,{0}.pieces,{0}.mean_speed", body.name);
    for (const double share : height_shares())
      out += fmt::format(",{}.height_{}", body.name, percent_name(share));
  }
  for (const SkinMeasure& skin : skins)
    out += fmt::format(",{0}.skin_volume,{0}.skin_area,{0}.skin_pieces", skin.name);
  return out + "\n";
}

std::string csv_row(const FrameMeasure& measured, const Skins& skins, int frame) {
  const Bounds& box = measured.all.bounds;
  std::string out = fmt::format("{},{},{},{},{},{},{}", frame, measured.time, measured.all.count,
                                measured.pieces.size(), measured.isolated,
                                measured.pieces.empty() ? 0 : measured.pieces[0].count, measured.mean_speed);
  for (const Vec3<double>& corner : {box.min, box.max})
    for (int d = 0; d < 3; ++d) out += fmt::format(",{}", corner[d]);
  out += fmt::format(",{},{}", measured.inside(), measured.deepest());
  for (const BodyMeasure& body : measured.bodies) {
    out += fmt::format(",{},{},{}", body.all.count, body.pieces, body.mean_speed);
    for (const double height : body.heights) out += fmt::format(",{}", height);
  }
  for (const SkinMeasure& skin : skins) out += fmt::format(",{},{},{}", skin.volume, skin.area, skin.pieces);
  return out + "\n";
}

/// The frames to measure; those asked for must be there.
std::vector<int> frames_of(const MeasureCommand& command, const RunFolder& folder) {
  const std::vector<int> there = folder.frames();
  if (there.empty()) throw InputError(command.run + " has no frames yet; run its scene first");
  if (command.all) return there;
  const int frame = command.frame.value_or(there.back());
  if (!std::binary_search(there.begin(), there.end(), frame))
    throw InputError(
        fmt::format("{} has no frame {}; it has {} to {}", command.run, frame, there.front(), there.back()));
  return {frame};
}

Skins skins_of(const std::string& path, const RunView& view, const PointCloud& cloud) {
  try {
    return measure_skins(view, cloud, view.mesh);
  } catch (const InputError& error) {
    throw InputError(path + ": " + error.what());
  }
}

}  // namespace

int measure_command(const MeasureCommand& command) {
  const RunFolder folder{command.run};
  const RunView view = view_of_run(command.run);
  if (!(command.link > 0)) throw InputError("--link needs a positive number of cells");
  const std::vector<int> frames = frames_of(command, folder);
  Json all = Json::array();
  for (const int frame : frames) {
    const PointCloud cloud = read_ply(folder.frame(frame));
    const FrameMeasure measured = measure_frame(view, cloud, command.link);
    const Skins skins = command.skin ? skins_of(folder.frame(frame), view, cloud) : Skins();
    if (command.all && frame == frames.front()) fmt::print("{}", csv_header(measured, skins));
    if (command.all)
      fmt::print("{}", csv_row(measured, skins, frame));
    else
      print_measure(measured, frame, view.dimension, command), print_skins(skins);
    if (command.json.empty()) continue;
    all.push_back(json_of(measured, frame, view.dimension));
    if (command.skin) all.back()["skins"] = json_of(skins);
  }
  if (!command.json.empty()) write_file(command.json, (command.all ? all : all[0]).dump(2) + "\n");
  return 0;
}

}  // namespace froth::cli

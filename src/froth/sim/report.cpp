// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/report.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include <froth/base/parallel.h>
#include <froth/base/peak_memory.h>
#include <froth/version.h>

namespace froth {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string report_json(const Simulation& simulation, const RunReport& report) {
  const Scene& scene = simulation.scene();
  nlohmann::ordered_json json;
  json["status"] = report.status;
  if (!report.reason.empty()) json["reason"] = report.reason;
  json["scene"] = scene.name;
  json["froth"] = {{"version", kVersion}, {"compiler", kCompiler}, {"build", kBuildType}};
  json["machine"] = {{"processor", processor_name()}, {"threads", thread_count()}};
  json["dimension"] = scene.dimension;
  json["precision"] = scene.precision == Precision::Float ? "float" : "double";
  json["seed"] = scene.seed;
  json["frames"] = {{"reached", simulation.progress().frame},
                    {"of", std::max(simulation.progress().frame, scene.frame_count())}};
  json["steps"] = simulation.progress().step;
  json["retries"] = simulation.progress().retries;
  json["time"] = simulation.progress().time;
  json["dt"] = {{"min", report.dt_min}, {"max", report.dt_max}, {"limited_by", report.limit.reason}};
  if (!report.limit.body.empty()) {
    json["dt"]["body"] = report.limit.body;
    json["dt"]["law"] = report.limit.law;
  }
  if (!report.limit.obstacle.empty()) json["dt"]["obstacle"] = report.limit.obstacle;
  Index particles = 0;
  for (const BodyView& body : simulation.solver().bodies()) {
    json["bodies"].push_back({{"name", body.name}, {"law", body.law}, {"particles", body.count()}});
    particles += body.count();
  }
  json["particles"] = particles;
  json["bytes"] = simulation.solver().bytes();
  json["peak_bytes"] = peak_memory();  // of the whole process so far
  json["wall_seconds"] = report.wall_seconds;
  json["steps_taken"] = report.steps_taken;
  for (const StageClock::Stage& stage : simulation.solver().clock().stages())
    json["stage_seconds"][stage.name] = stage.wall;
  json["stage_seconds"]["write"] = report.write_seconds;
  for (const LedgerColumn& column : report.columns)
    json["ledger"].push_back({{"name", column.name}, {"unit", column.unit}});
  return json.dump(2) + "\n";
}

std::string report_status(const std::string& path) {
  std::ifstream file(path);
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  const bool has_status = json.is_object() && json.contains("status") && json["status"].is_string();
  return has_status ? json["status"].get<std::string>() : std::string();
}

std::map<std::string, std::string> report_units(const std::string& path) {
  std::ifstream file(path);
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  std::map<std::string, std::string> units;
  if (!json.is_object() || !json.contains("ledger")) return units;
  for (const auto& column : json["ledger"])
    if (column.is_object()) units[column.value("name", "")] = column.value("unit", "");
  return units;
}

std::optional<ReportNumbers> read_report(const std::string& path) {
  std::ifstream file(path);
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  try {
    return ReportNumbers{json.at("frames").at("reached"), json.at("time"), json.at("particles"),
                         json.at("steps"), json.at("wall_seconds")};
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <froth/render/live_pictures.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>

#include <froth/base/own_thread.h>
#include <froth/sim/run_folder.h>

namespace froth {

namespace {

constexpr int kFirstLookSamples = 4;  // enough to see whether the scene is as meant
constexpr double kLookGrowth = 1.25;  // from one frame that is looked at to the next: 15 looks at 60 frames

}  // namespace

LivePictures::LivePictures(std::string folder)
    : folder_(std::move(folder)), thread_([this] { on_this_thread_alone([this] { work(); }); }) {}

void LivePictures::frame_is_there(int frame) {
  const std::lock_guard lock(mutex_);
  last_there_ = frame;
  news_.notify_one();
}

std::string LivePictures::take_error() {
  const std::lock_guard lock(mutex_);
  return std::exchange(error_, {});
}

void LivePictures::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    news_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

/// False where there is nothing more to do.
bool LivePictures::wait_for_frame() {
  std::unique_lock lock(mutex_);
  news_.wait(lock, [&] { return stop_ || last_there_ >= next_; });
  return !stop_;
}

void LivePictures::work() {
  try {
    while (wait_for_frame()) draw_next();
  } catch (const std::exception& error) {  // the run goes on without pictures
    const std::lock_guard lock(mutex_);
    error_ = error.what();
  }
}

/// With few samples, where there is no picture yet.
void LivePictures::draw_first_look(RunPictures job) {
  if (std::filesystem::exists(RunFolder{folder_}.picture(next_))) return;
  job.samples = kFirstLookSamples, job.is_first_look = !view_->is_settled;
  render_run(job);
}

void LivePictures::draw_next() {
  RunPictures job{.folder = folder_};
  job.stop = &stop_;
  if (drawn_ == 0) next_ = RunFolder{folder_}.frames().front();
  if (!view_ || !view_->is_settled) view_ = own_view(job);
  job.frames = {next_}, job.view = view_;
  if (drawn_ == 0 || !view_->is_settled) draw_first_look(job);
  if (drawn_ == 0) lower_priority();
  if (view_->is_settled) render_run(job);
  if (stop_) return;
  ++drawn_;
  next_ = view_->is_settled ? next_ + 1 : std::max(next_ + 1, int(kLookGrowth * next_));
}

}  // namespace froth

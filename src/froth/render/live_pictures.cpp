// SPDX-License-Identifier: Apache-2.0
#include <froth/render/live_pictures.h>

#include <exception>
#include <filesystem>
#include <utility>

#include <froth/base/own_thread.h>
#include <froth/sim/run_folder.h>

namespace froth {

namespace {

constexpr int kFirstLookSamples = 4;  // enough to see whether the scene is as meant

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

/// The view is that of the first frame for as long as the run lasts: one film, not a picture a view.
void LivePictures::draw_next() {
  RunPictures job{.folder = folder_};
  job.stop = &stop_;
  if (drawn_ == 0) {
    const RunFolder folder{folder_};
    view_ = own_view(job);
    next_ = folder.frames().front();
    if (!std::filesystem::exists(folder.picture(next_))) {
      job.frames = {next_}, job.view = view_, job.samples = kFirstLookSamples;
      render_run(job);
    }
    lower_priority();
  }
  job.frames = {next_}, job.view = view_, job.samples = 0;
  render_run(job);
  if (!stop_) ++drawn_, ++next_;
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
// Pictures of a run that is still going on, drawn by a thread of its own as frames are finished. It never
// makes the simulation wait, takes none of its threads and has no say in its numbers. Where the view is known
// before the run is over, these are the final pictures. Where it hangs on frames to come, there are quick
// looks at some frames, ever farther apart, and the film is drawn once, when the run is over.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <froth/render/run_pictures.h>

namespace froth {

class LivePictures {
 public:
  /// Draws nothing before the first frame is there.
  explicit LivePictures(std::string folder);
  ~LivePictures() { stop(); }
  LivePictures(const LivePictures&) = delete;
  LivePictures& operator=(const LivePictures&) = delete;

  /// Frames up to this one are on disk. Returns at once.
  void frame_is_there(int frame);
  /// Frames that have a picture.
  int drawn() const { return drawn_; }
  /// Why drawing has ended before its time; empty where it has not, and when asked again.
  std::string take_error();
  /// Leaves the picture at hand and the rest to render_run().
  void stop();

 private:
  void work();
  void draw_next();
  void draw_first_look(RunPictures job);
  bool wait_for_frame();

  std::string folder_;
  std::mutex mutex_;
  std::condition_variable news_;
  int last_there_ = -1;  ///< guarded by the mutex
  std::string error_;    ///< guarded by the mutex
  std::atomic<bool> stop_{false};
  std::atomic<int> drawn_{0};
  int next_ = 0;                     ///< of the thread alone
  std::optional<PictureView> view_;  ///< of the thread alone
  std::thread thread_;
};

}  // namespace froth

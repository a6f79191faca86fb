// SPDX-License-Identifier: Apache-2.0
// Labels, time stamps, runs side by side and movies, by the real program.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

#include <froth/render/picture.h>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// Two finished runs with pictures of 320 by 200: "soft" of two frames and "hard" of three.
struct TwoRuns {
  TemporaryFolder folder;
  std::string soft = folder / "soft", hard = folder / "hard";

  TwoRuns() {
    const std::string scene =
        folder.write("tiny.toml", with(tiny_scene(), "[scene]", "[scene]\ntitle = \"Tiny\""));
    REQUIRE(run_froth({"run", scene, "--out", soft, "--quiet"}).exit_code == 0);
    REQUIRE(run_froth({"run", scene, "--out", hard, "--quiet", "--frames", "3", "--set",
                       "materials.jelly.youngs_modulus=3e5"})
                .exit_code == 0);
  }

  Process render(Words more) const {
    more.insert(more.begin(), "render");
    for (const char* word : {"--quiet", "--width", "320", "--height", "200"}) more.push_back(word);
    return run_froth(more);
  }
};

void check_fine(const Process& froth) {
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 0);
  CHECK(froth.err == "");
}

/// Where two pictures differ, as the box around it; an empty one has left > right.
struct Box {
  int left = 100000, right = -1, top = 100000, bottom = -1;
};
Box difference_box(const Image& a, const Image& b) {
  Box box;
  for (int row = 0; row < a.height; ++row)
    for (int column = 0; column < a.width; ++column)
      if (a.at(column, row)[0] != b.at(column, row)[0])
        box = {std::min(box.left, column), std::max(box.right, column), std::min(box.top, row),
               std::max(box.bottom, row)};
  return box;
}

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

/// The first video stream, as ffprobe prints it: one "name=value" a line.
std::string probe(const std::string& path) {
  const std::string command =
      "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
      "stream=codec_name,pix_fmt,width,height,nb_read_frames,r_frame_rate,duration -of default=nw=1 '" +
      path + "'";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  for (int c; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  ::pclose(pipe);
  return text;
}

}  // namespace

// Oracle: the plain picture: a label changes its upper left corner, a time its lower left, nothing else, and
// the plain pictures stay.
TEST_CASE("labels and times are drawn into their corners") {
  const TwoRuns runs;
  check_fine(runs.render({runs.soft}));
  const Listing plain = listing_of(runs.soft + "/pictures");
  CHECK(plain.size() == 4);  // and the record of how they were drawn
  const Image before = read_png(runs.soft + "/pictures/frame_0002.png");
  const auto labelled = [&] { return read_png(runs.soft + "/pictures/labelled/frame_0002.png"); };

  check_fine(runs.render({runs.soft, "--label"}));
  const Image titled = labelled();
  Box box = difference_box(before, titled);
  CHECK(box.right > 0);
  CHECK(box.right < 160);
  CHECK(box.bottom < 50);

  check_fine(runs.render({runs.soft, "--label=Another text"}));
  const Image texted = labelled();
  CHECK(difference_box(texted, titled).right > 0);
  check_fine(runs.render({runs.soft, "--label=Tiny"}));
  CHECK(labelled().rgb == titled.rgb);  // the title, spelled out

  check_fine(runs.render({runs.soft, "--time"}));
  box = difference_box(before, labelled());
  CHECK(box.right > 0);
  CHECK(box.right < 160);
  CHECK(box.top > 150);
  for (const auto& [name, content] : plain) CHECK(slurp(runs.soft + "/pictures/" + name) == content);
}

// Oracle: the pictures of the runs themselves: each is a part of the joined one, outside its label.
TEST_CASE("runs stand side by side, each with its name") {
  const TwoRuns runs;
  check_fine(runs.render({runs.soft, runs.hard, "--side-by-side"}));
  const std::string joined = runs.folder / "soft_and_hard";
  CHECK(listing_of(joined).size() == 4);  // as long as the longer run
  const Image all = read_png(joined + "/frame_0003.png");
  CHECK(all.width == 2 * 320 + 2);
  CHECK(all.height == 200);
  const Image left = read_png(runs.soft + "/pictures/frame_0002.png"),  // its last one
      right = read_png(runs.hard + "/pictures/frame_0003.png");
  bool same = true;
  for (int row = 60; row < 200; ++row)
    for (int column = 0; column < 320; ++column)
      same = same && all.at(column, row)[0] == left.at(column, row)[0] &&
             all.at(column + 322, row)[0] == right.at(column, row)[0];
  CHECK(same);
  bool differs_left = false, differs_right = false;
  for (int row = 0; row < 50; ++row)
    for (int column = 0; column < 160; ++column) {
      differs_left = differs_left || all.at(column, row)[0] != left.at(column, row)[0];
      differs_right = differs_right || all.at(column + 322, row)[0] != right.at(column, row)[0];
    }
  CHECK(differs_left);
  CHECK(differs_right);

  const std::string chosen = runs.folder / "chosen";
  check_fine(runs.render({runs.soft, runs.hard, "--side-by-side", "--label=A", "--label=B", "--time",
                          "--frame", "1", "--out", chosen}));
  CHECK(listing_of(chosen).size() == 1);
  check_fine(runs.render({runs.soft, runs.hard}));  // one after the other
}

// Oracle: both runs start from the same state, so that their first pictures are the same where the view is.
// Negative control: each run's own view fits its own motion.
TEST_CASE("runs can share one view") {
  const TwoRuns runs;
  const auto first = [](const std::string& run) { return slurp(run + "/pictures/frame_0000.png"); };
  check_fine(runs.render({runs.soft, runs.hard}));
  CHECK(first(runs.soft) != first(runs.hard));
  check_fine(runs.render({runs.soft, runs.hard, "--same-view"}));
  CHECK(first(runs.soft) == first(runs.hard));
  check_fine(runs.render({runs.soft}));  // later, by itself, the run has its own view again
  CHECK(first(runs.soft) != first(runs.hard));
}

// Oracle: what was asked for, in files and in words: all pictures have the size that was asked for last, and
// the line says how many were drawn again and why.
TEST_CASE("pictures follow a change of options and of the run") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  const auto said = [](const Words& words) {
    const Process froth = run_froth(words);
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 0);
    return froth.out;
  };
  const auto mentions = [&](const Words& words, const std::string& text) {
    const std::string answer = said(words);
    CAPTURE(answer);
    CHECK((answer.find("redrawn") != std::string::npos) == !text.empty());
    CHECK(answer.find(text) != std::string::npos);
  };
  said(
      {"run", scene, "--out", out, "--frames", "1", "--set", "render.width=64", "--set", "render.height=36"});
  mentions({"render", out}, "");
  mentions({"render", out}, "");
  mentions({"render", out, "--width", "80"}, "redrawn: 2 of 2 pictures in " + out + " (another width)");
  CHECK(read_png(out + "/pictures/frame_0001.png").width == 80);
  mentions({"render", out, "--width", "80", "--redo"}, "2 of 2 pictures in " + out + " (as asked)");
  mentions({"render", out, "--color-by", "speed", "--frame", "1"}, "another color_by, color_range, width");
  mentions({"render", out}, "2 of 2");

  const Listing before = listing_of(out);
  const Process wrong = run_froth({"render", out, "--color-by", "temperature"});
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.err.find("temperature") != std::string::npos);
  CHECK(difference(before, listing_of(out)) == "");

  // Going on, the block falls out of the view of its first frames.
  said({"run", scene, "--out", out, "--resume", "--frames", "9", "--set", "render.width=64", "--set",
        "render.height=36"});
  mentions({"render", out}, "redrawn: 2 of 10 pictures in " + out + " (another view)");
}

// Oracle: ffprobe, which reads the movie as any player does: sizes are even, frames and rate are the run's.
TEST_CASE("movies have the frames, the size and the length of their runs") {
  if (!has_program("ffmpeg") || !has_program("ffprobe")) return;
  const TwoRuns runs;
  check_fine(runs.render({runs.soft, "--movie", "--label"}));
  const std::string movie = probe(runs.soft + "/movie.mp4");
  CAPTURE(movie);
  for (const std::string fact : {"codec_name=h264", "pix_fmt=yuv420p", "width=320", "height=200",
                                 "nb_read_frames=3", "r_frame_rate=100/1", "duration=0.03"})
    CHECK(movie.find(fact) != std::string::npos);
  CHECK(leftovers(runs.soft) == "");

  check_fine(runs.render({runs.soft, runs.hard, "--side-by-side", "--movie", "--out", runs.folder / "both"}));
  const std::string both = probe(runs.folder / "both/movie.mp4");
  CAPTURE(both);
  for (const std::string fact : {"width=642", "height=200", "nb_read_frames=4", "duration=0.04"})
    CHECK(both.find(fact) != std::string::npos);

  // An odd size gets one more line and column, since colour is stored for pairs of pixels.
  const Process odd =
      run_froth({"render", runs.hard, "--quiet", "--redo", "--width", "321", "--height", "201", "--movie"});
  check_fine(odd);
  CHECK(probe(runs.hard + "/movie.mp4").find("width=322") != std::string::npos);
}

// Oracle: a path without programs; nothing is drawn and nothing is left.
TEST_CASE("without ffmpeg the wish for a movie is answered at once") {
  const TwoRuns runs;
  const Listing before = listing_of(runs.folder.path());
  const std::string path = std::getenv("PATH") != nullptr ? std::getenv("PATH") : "";
  ::setenv("PATH", runs.folder.path().c_str(), 1);
  const Process froth = runs.render({runs.soft, "--movie"});
  // An ffmpeg that fails leaves no movie behind, and its last words are told.
  const std::string fake = runs.folder.write("bin/ffmpeg", "#!/bin/sh\necho 'no codec today' >&2\nexit 1\n");
  fs::permissions(fake, fs::perms::owner_all);
  ::setenv("PATH", (runs.folder / "bin").c_str(), 1);
  const Process failed = runs.render({runs.hard, "--movie"});
  ::setenv("PATH", path.c_str(), 1);
  CHECK(froth.exit_code == 4);
  CHECK(froth.err.find("ffmpeg") != std::string::npos);
  CHECK(lines_of(froth.err).size() == 1);
  CHECK(failed.exit_code == 4);
  CHECK(failed.err.find("no codec today") != std::string::npos);
  CHECK_FALSE(fs::exists(runs.hard + "/movie.mp4"));
  CHECK(leftovers(runs.hard) == "");
  fs::remove_all(runs.folder / "bin");
  fs::remove_all(runs.hard + "/pictures");
  CHECK(difference(before, listing_of(runs.folder.path())) == "");
}

// Oracle: one sentence, code 2, and every file as it was.
TEST_CASE("wrong wishes for pictures are refused") {
  const TwoRuns runs;
  check_fine(runs.render({runs.soft, runs.hard, "--side-by-side"}));
  runs.folder.write("other/notes.txt", "mine");
  const Listing before = listing_of(runs.folder.path());
  struct Row {
    Words arguments, words;
  };
  for (const Row& row : std::vector<Row>{
           {{runs.soft, "--side-by-side"}, {"two runs"}},
           {{runs.soft, "--out", runs.folder / "x"}, {"--side-by-side"}},
           {{runs.soft, "--overwrite"}, {"--side-by-side"}},
           {{runs.soft, runs.hard, "--side-by-side"}, {"soft_and_hard", "--overwrite"}},
           {{runs.soft, runs.hard, "--side-by-side", "--out", runs.hard}, {"belongs to a run", "--out"}},
           {{runs.soft, runs.hard, "--side-by-side", "--overwrite", "--out", runs.hard + "/pictures"},
            {"belongs to a run"}},
           {{runs.soft, runs.hard, "--side-by-side", "--overwrite", "--out", runs.folder / "other"},
            {"notes.txt", "--out"}},
           {{runs.soft, runs.hard, "--label=A", "--label=B", "--label=C"}, {"3 labels for 2 runs"}},
           {{runs.soft, runs.folder / "nowhere"}, {"nowhere", "not the folder of a run"}},
           {{runs.soft, runs.hard, "--side-by-side", "--out", runs.folder / "y", "--frame", "9"},
            {"frame 9"}},
           {{runs.soft, "--as", "blob"}, {"--as blob", "surface", "particles", "both"}},
           {{runs.soft, "--fov", "wide"}, {"--fov wide", "170"}},
           {{runs.soft, "--fov", "0"}, {"--fov 0", "above 0"}},
           {{runs.soft, "--fov", "171"}, {"--fov 171", "170"}},
           {{runs.soft, "--range", "0:1"}, {"--range 0:1", runs.soft, "--color-by"}},
           {{runs.soft, "--range", "0:1", "--color-by", "body"}, {"--range 0:1", "--color-by"}},
           {{runs.soft, "--range", "1:0", "--color-by", "speed"}, {"--range 1:0", "larger"}},
       }) {
    const Process froth = runs.render(row.arguments);
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 2);
    CHECK(lines_of(froth.err).size() == 1);
    for (const std::string& word : row.words) {
      CAPTURE(word);
      CHECK(froth.err.find(word) != std::string::npos);
    }
    CHECK(difference(before, listing_of(runs.folder.path())) == "");
  }
  check_fine(runs.render({runs.soft, runs.hard, "--side-by-side", "--overwrite"}));
}

}  // namespace froth

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/base/error.h>
#include <froth/transfer/scheme.h>

using namespace froth;

// Oracle: [Fei2021], Table 1 and Eqs. (1) to (3): which scheme is affine, keeps particle velocity, moves with
// it.
TEST_CASE("presets are the rows of the table") {
  CHECK_FALSE(transfer_scheme("pic").affine);
  CHECK(transfer_scheme("pic").flip_ratio == 0);
  CHECK(transfer_scheme("apic").affine);
  CHECK(transfer_scheme("apic").flip_ratio == 0);
  CHECK(transfer_scheme("flip").flip_ratio > 0);
  CHECK(transfer_scheme("flip").beta_max == 0);
  CHECK(transfer_scheme("nflip").beta_min == 1);
  CHECK(transfer_scheme("nflip").beta_max == 1);
  for (const char* separable : {"sflip", "asflip", "aspic"}) {
    CHECK(transfer_scheme(separable).beta_boundary);
    CHECK(transfer_scheme(separable).beta_volume);
    CHECK(transfer_scheme(separable).beta_min < transfer_scheme(separable).beta_max);
  }
  CHECK(transfer_scheme("aflip").affine);
  CHECK(transfer_scheme("aflip").flip_ratio > 0);
  CHECK(transfer_scheme("aflip").beta_max == 0);
  CHECK_FALSE(transfer_scheme("sflip").affine);
  CHECK_FALSE(transfer_scheme("aspic").adjusts_velocity);
  CHECK_FALSE(transfer_scheme("nflip_boundary").beta_volume);
  CHECK_FALSE(transfer_scheme("sflip_no_boundary").beta_boundary);
  CHECK_THROWS_AS(transfer_scheme("magic"), InputError);
}

// Oracle: damping per second. n steps of dt / n must keep the same share as one step of dt.
TEST_CASE("a ratio meant for one step length is rescaled for another") {
  TransferScheme scheme = transfer_scheme("flip");
  scheme.flip_ratio = 0.95;
  CHECK(scheme.flip_ratio_for(1e-5) == 0.95);
  scheme.flip_ratio_dt = 1e-4;
  CHECK(std::abs(std::pow(scheme.flip_ratio_for(1e-5), 10) - 0.95) < 1e-14);
  CHECK(std::abs(scheme.flip_ratio_for(1e-4) - 0.95) < 1e-15);
}

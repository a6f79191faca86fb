// SPDX-License-Identifier: Apache-2.0
// froth foam: a dry foam at rest.
#include <fmt/format.h>

#include <froth/base/parallel.h>
#include <froth/sim/still_foam.h>

#include "commands.h"

namespace froth::cli {

int foam_command(const FoamCommand& command) {
  const ThreadLimit threads(command.threads);
  write_still_foam(command.out, {command.shape, command.bubbles, command.spread, command.relax, command.seed},
                   command.overwrite);
  if (!command.quiet)
    fmt::print("{} bubbles in {}; see them by: froth render {}\n", command.bubbles, command.out, command.out);
  return 0;
}

}  // namespace froth::cli

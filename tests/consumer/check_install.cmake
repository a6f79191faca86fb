# SPDX-License-Identifier: Apache-2.0
# Installs froth to a fresh prefix and uses it as a stranger would: the program, the package, the subproject.
#   cmake -D BUILD=... -D SOURCE=... -D WORK=... -D CXX=... -P check_install.cmake
function(run_step)
  cmake_parse_arguments(PARSE_ARGV 0 step "" "OUTPUT" "COMMAND")
  execute_process(COMMAND ${step_COMMAND} WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE code OUTPUT_VARIABLE out
                  ERROR_VARIABLE out)
  if(NOT code EQUAL 0)
    list(JOIN step_COMMAND " " command)
    message(FATAL_ERROR "this failed (${code}): ${command}\n${out}")
  endif()
  if(step_OUTPUT)
    set(${step_OUTPUT} "${out}" PARENT_SCOPE)
  endif()
endfunction()

set(prefix "${WORK}/prefix with space")
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
run_step(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${prefix}")

# Oracle: the public surface is these headers and no more.
file(GLOB_RECURSE headers RELATIVE "${prefix}/include" "${prefix}/include/*")
set(promised froth/base/error.h froth/base/thread_limit.h froth/froth.h froth/version.h)
if(NOT headers STREQUAL promised)
  message(FATAL_ERROR "installed headers are ${headers}, promised are ${promised}")
endif()
if(NOT EXISTS "${prefix}/share/doc/froth/LICENSE")
  message(FATAL_ERROR "the licence is not installed")
endif()
# Oracle: neither our flags nor our folders reach those who link froth.
file(READ "${prefix}/lib/cmake/froth/froth-targets.cmake" targets)
foreach(word "-march" "-W" "-O3" "${SOURCE}" "${BUILD}")
  string(FIND "${targets}" "${word}" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "the exported target contains ${word}")
  endif()
endforeach()

# Oracle: a scene that exists nowhere else is listed only by a program that looks into its own prefix.
file(COPY_FILE "${SOURCE}/scenes/basics/default.toml" "${prefix}/share/froth/scenes/basics/only_here.toml")
run_step(COMMAND "${prefix}/bin/froth" scenes OUTPUT listed)
if(NOT listed MATCHES "basics/only_here")
  message(FATAL_ERROR "the installed program does not find its scenes; it lists\n${listed}")
endif()

set(setup -G Ninja "-DCMAKE_CXX_COMPILER=${CXX}" -DCMAKE_BUILD_TYPE=Release)
set(here "${SOURCE}/tests/consumer")
run_step(COMMAND "${CMAKE_COMMAND}" -S "${here}" -B build ${setup} "-DCMAKE_PREFIX_PATH=${prefix}")
run_step(COMMAND "${CMAKE_COMMAND}" --build build)
run_step(COMMAND build/consumer "${WORK}/run" OUTPUT said)
run_step(COMMAND "${CMAKE_COMMAND}" -S "${here}/subproject" -B subproject ${setup} "-DFROTH_SOURCE=${SOURCE}")
file(REMOVE_RECURSE "${WORK}")
message("${said}")

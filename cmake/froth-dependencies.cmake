# SPDX-License-Identifier: Apache-2.0
# What the static library links. This list is the only one: the build reads it, and it is installed beside
# froth-config.cmake, so that programs that use froth find the same.
set(FROTH_LINK_PACKAGES TBB fmt tomlplusplus "embree 3" muparser PNG)
# Libraries without a CMake package, found by name; each becomes a target froth::NAME.
set(FROTH_LINK_LIBRARIES xxhash openvdb Imath tinygltf)

foreach(package IN LISTS FROTH_LINK_PACKAGES)
  separate_arguments(package UNIX_COMMAND "${package}")
  if(CMAKE_FIND_PACKAGE_NAME STREQUAL "froth") # read by froth-config.cmake
    find_dependency(${package})
  else()
    find_package(${package} REQUIRED)
  endif()
endforeach()
foreach(library IN LISTS FROTH_LINK_LIBRARIES)
  find_library(FROTH_LIBRARY_${library} ${library})
  mark_as_advanced(FROTH_LIBRARY_${library})
  if(NOT FROTH_LIBRARY_${library})
    if(NOT CMAKE_FIND_PACKAGE_NAME STREQUAL "froth")
      message(FATAL_ERROR "froth needs the library ${library}; see tools/packages.txt")
    endif()
    set(froth_FOUND FALSE)
    set(froth_NOT_FOUND_MESSAGE "froth needs the library ${library}, which is not here")
    return()
  endif()
  if(NOT TARGET froth::${library})
    add_library(froth::${library} INTERFACE IMPORTED GLOBAL)
    set_target_properties(froth::${library} PROPERTIES INTERFACE_LINK_LIBRARIES "${FROTH_LIBRARY_${library}}")
  endif()
endforeach()

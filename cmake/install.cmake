# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where. The public headers are froth.h and what it includes; docs/library.md says
# what is promised.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/froth")

if(TARGET froth)
  install(TARGETS froth RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/scenes" DESTINATION "${CMAKE_INSTALL_DATADIR}/froth")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/froth")

install(TARGETS froth_lib EXPORT froth-targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/src/froth/froth.h" "${PROJECT_BINARY_DIR}/generated/froth/version.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/froth")
install(FILES "${PROJECT_SOURCE_DIR}/src/froth/base/error.h" "${PROJECT_SOURCE_DIR}/src/froth/base/thread_limit.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/froth/base")

install(EXPORT froth-targets NAMESPACE froth:: DESTINATION "${package_folder}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/froth-config.cmake.in"
                              "${PROJECT_BINARY_DIR}/generated/froth-config.cmake"
                              INSTALL_DESTINATION "${package_folder}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/froth-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/generated/froth-config.cmake"
              "${PROJECT_BINARY_DIR}/generated/froth-config-version.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/froth-dependencies.cmake"
        DESTINATION "${package_folder}")

# What `cmake --install` leaves and `cpack -G DEB` packs. Nothing of it names the prefix: the folder may be moved. Two
# components: `runtime` has the program, the shared libraries and what they read; `dev` what compiles against them.
include(CMakePackageConfigHelpers)
file(RELATIVE_PATH CAROM_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
file(RELATIVE_PATH library_from_program /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set(data ${CMAKE_INSTALL_DATADIR}/carom)
set(CAROM_NEEDS "")
if(YAML_FOUND)
  set(CAROM_NEEDS "-lyaml")
endif()

set(targets carom_core carom_shared)
set(pkgconfigs carom)
if(NOT CAROM_CORE_ONLY)
  list(APPEND targets carom_prep carom_prep_shared)
  list(APPEND pkgconfigs carom-prep)
endif()
install(TARGETS ${targets} EXPORT carom
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev)
install(EXPORT carom NAMESPACE carom:: FILE carom-config.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom
  COMPONENT dev)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config-version.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom
  COMPONENT dev)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom COMPONENT dev)
foreach(name IN LISTS pkgconfigs)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()
if(YAML_FOUND)
  install(DIRECTORY scenes DESTINATION ${data} COMPONENT runtime FILES_MATCHING PATTERN "*.yaml" PATTERN "measured.csv")
  install(FILES scenes/carom.schema.json DESTINATION ${data} COMPONENT runtime)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)

if(NOT CAROM_CORE_ONLY)
  set_target_properties(carom PROPERTIES INSTALL_RPATH "$ORIGIN/${library_from_program}")
  install(TARGETS carom RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  install(FILES man/carom.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
  install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
  install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev FILES_MATCHING
    PATTERN "*.c" PATTERN "*.cpp" PATTERN "*.expected")
  # The program writes its completion itself.
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/completion/carom
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/completion
    COMMAND carom completion bash > ${PROJECT_BINARY_DIR}/completion/carom DEPENDS carom VERBATIM)
  add_custom_target(carom_completion ALL DEPENDS ${PROJECT_BINARY_DIR}/completion/carom)
  install(FILES ${PROJECT_BINARY_DIR}/completion/carom
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT runtime)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME carom)
# Whoever builds packages to give away says who answers for them, as Debian's tools expect it.
if(DEFINED ENV{DEBEMAIL})
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
else()
  set(CPACK_PACKAGE_CONTACT "local build, no maintainer <nobody@carom.invalid>") # RFC 2606: no such address
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION sound)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME carom)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS gmsh)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Program, shared libraries, scenes.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libcarom-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "carom (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "libyaml-dev, libmumps-seq-dev, libopenblas-dev, liblapacke-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Headers, static libraries, pkg-config and CMake files.")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)

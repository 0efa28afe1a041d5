# Apache Arrow with Parquet, where it is here: STRIDER_ARROW_LIBRARIES and STRIDER_ARROW_INCLUDE, which are empty where it is
# not. Debian has none; the package that PyPI calls pyarrow holds one, with its headers.
set(STRIDER_ARROW_LIBRARIES)
set(STRIDER_ARROW_INCLUDE)
if(STRIDER_PORTABLE)
  return()  # another machine may lack it
endif()
find_package(Arrow CONFIG QUIET)
find_package(Parquet CONFIG QUIET)
if(Arrow_FOUND AND Parquet_FOUND AND Arrow_VERSION VERSION_GREATER_EQUAL 19)  # older ones have calls of another shape
  set(STRIDER_ARROW_LIBRARIES Arrow::arrow_shared Parquet::parquet_shared)
  return()
endif()
find_package(Python3 COMPONENTS Interpreter QUIET)
if(NOT Python3_FOUND)
  return()
endif()
execute_process(
  COMMAND ${Python3_EXECUTABLE} -c
    "import glob, pyarrow; assert int(pyarrow.__version__.split('.')[0]) >= 19; print(pyarrow.get_include(), *(sorted(glob.glob(f'{pyarrow.get_library_dirs()[0]}/lib{name}.so*'))[0] for name in ('arrow', 'parquet')), sep=';', end='')"
  OUTPUT_VARIABLE pyarrow RESULT_VARIABLE without_pyarrow ERROR_QUIET)
if(without_pyarrow EQUAL 0)
  list(POP_FRONT pyarrow STRIDER_ARROW_INCLUDE)
  set(STRIDER_ARROW_LIBRARIES ${pyarrow})
  message(STATUS "Found Apache Arrow in pyarrow: ${STRIDER_ARROW_LIBRARIES}")
endif()

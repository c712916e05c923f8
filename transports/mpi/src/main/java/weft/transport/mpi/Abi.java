// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import weft.WeftException;

/// The binary differences between MPI implementations: values of predefined handles and constants,
/// the size of a request, the layout of a status.
///
/// Open MPI's handles are addresses of global symbols, MPICH's are ints. A library with MPI 5's
/// standard interface would be a third row here.
///
/// @param name of the implementation
/// @param world MPI_COMM_WORLD
/// @param bytes MPI_BYTE
/// @param returnErrors MPI_ERRORS_RETURN
/// @param anySource MPI_ANY_SOURCE
/// @param anyTag MPI_ANY_TAG
/// @param tagLimit MPI_TAG_UB
/// @param requestBytes the size of an MPI_Request
/// @param source the offset of MPI_SOURCE in a status
/// @param tag the offset of MPI_TAG in a status
/// @param asksAtEnd whether MPI_Finalize asks each peer to which the process has sent
record Abi(
    String name,
    long world,
    long bytes,
    long returnErrors,
    int anySource,
    int anyTag,
    int tagLimit,
    int requestBytes,
    int source,
    int tag,
    boolean asksAtEnd) {
  private static final String GET_VERSION = "MPI_Abi_get_version";

  /// Returns the implementation that `version`, the text of MPI_Get_library_version, names.
  ///
  /// @throws WeftException if the library is none of these
  static Abi of(String version, MpiLibrary library) {
    refuseStandard(library);
    if (version.contains("Open MPI")) {
      return new Abi(
          "Open MPI",
          library.address("ompi_mpi_comm_world"),
          library.address("ompi_mpi_byte"),
          library.address("ompi_mpi_errors_return"),
          -1,
          -1,
          0,
          8,
          0,
          4,
          false);
    }
    if (version.contains("MPICH")
        || version.contains("Intel(R) MPI")
        || version.contains("MVAPICH")) {
      return new Abi(
          "MPICH",
          0x44000000L,
          0x4c00010dL,
          0x54000001L,
          -2,
          -1,
          0x64400001,
          4,
          8,
          12,
          version.contains("ch4:ucx"));
    }
    throw new WeftException(
        library.name()
            + " is an MPI library that Weft does not know (\""
            + version.lines().findFirst().orElse("")
            + "\"); use Open MPI or MPICH, or set "
            + MpiLibrary.VARIABLE
            + " to one of them");
  }

  /// Libraries of MPI 5 come in two builds with the same version text. One has its own interface,
  /// the other the standard one, whose handles differ.
  private static void refuseStandard(MpiLibrary library) {
    if (library.address(GET_VERSION) == 0) {
      return;
    }
    int major;
    int minor;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment numbers = arena.allocate(JAVA_INT, 2);
      long address = numbers.address();
      MethodHandle version = library.function(GET_VERSION, JAVA_LONG, JAVA_LONG);
      int _ = (int) version.invokeExact(address, address + Integer.BYTES);
      major = numbers.getAtIndex(JAVA_INT, 0);
      minor = numbers.getAtIndex(JAVA_INT, 1);
    } catch (Throwable thrown) {
      throw new IllegalStateException(GET_VERSION + " could not be called", thrown);
    }
    if (major >= 0) { // Otherwise the library has its own interface.
      throw new WeftException(
          library.name()
              + " has MPI's standard binary interface (version "
              + major
              + "."
              + minor
              + "), which Weft does not know; set "
              + MpiLibrary.VARIABLE
              + " to the library of Open MPI or MPICH that has its own interface (libmpi.so.40,"
              + " libmpich.so.12)");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import weft.memory.Place;

/// The shared memory that MPI libraries need on a host, besides Weft's own. Where it is too small,
/// the ranks of Open MPI 4 die of SIGSEGV, and those of MPICH over UCX end within MPI_Init; a
/// container has 64 MB unless told otherwise. Then both do without it: TCP within the host carries
/// their messages.
final class LibraryRoom {
  /// What each rank allocates at its start, measured: 4,194,312 bytes with Open MPI 4.1, 4,292,720
  /// with UCX 1.13.
  private static final long BYTES_PER_RANK = 4_400_000;

  /// Settings by which a user chooses a library's networks. With one of them nothing is changed.
  private static final List<String> CHOICES =
      List.of(
          "OMPI_MCA_btl",
          "OMPI_MCA_pml",
          "OMPI_MCA_btl_vader_backing_directory",
          "OMPI_MCA_btl_sm_backing_directory",
          "UCX_TLS",
          "UCX_POSIX_DIR");

  /// Leads messages within this host over TCP, at an address that no other host reaches.
  static final Map<String, String> OVER_TCP =
      Map.of(
          "OMPI_MCA_btl", "self,tcp",
          "OMPI_MCA_btl_tcp_if_include", "lo",
          "UCX_TLS", "self,tcp",
          "UCX_NET_DEVICES", "lo");

  private LibraryRoom() {}

  /// Whether `ranks` ranks on this host have too little room, according to these settings.
  static boolean isShort(int ranks, Map<String, String> settings) {
    return CHOICES.stream().noneMatch(settings::containsKey) && free() < ranks * BYTES_PER_RANK;
  }

  /// What the user is told.
  static String sentence(int ranks) {
    return "weft: /dev/shm has "
        + megabytes(free())
        + " MB free, and the MPI library needs "
        + megabytes(ranks * BYTES_PER_RANK)
        + " MB there for "
        + ranks
        + (ranks == 1 ? " rank" : " ranks")
        + "; its messages go over TCP within this host, which is slower. Enlarge it (docker run"
        + " --shm-size), or take --transport shm";
  }

  private static long free() {
    return Place.shared(Map.of()).free();
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f", bytes / 1e6);
  }
}

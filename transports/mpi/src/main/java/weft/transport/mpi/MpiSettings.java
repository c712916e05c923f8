// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;
import weft.WeftException;
import weft.memory.HeapLayout;
import weft.transport.JobVariables;
import weft.transport.rings.MemorySettings;

/// The launch settings of one rank over MPI.
///
/// @param ringBytes the bytes of each ring, a power of two
/// @param hostRing the bytes of each ring between two ranks of a host; 0 if MPI carries all records
/// @param heap the bytes of the registered heap
/// @param joinNanos the time that MPI may take to begin and to end; 0 for no limit
record MpiSettings(long ringBytes, long hostRing, HeapLayout heap, long joinNanos) {
  /// The settings in `environment` for a job of `ranks` ranks.
  ///
  /// @throws WeftException naming the invalid variable
  static MpiSettings of(Map<String, String> environment, int ranks) {
    // By default, all rings of one rank stay below half a gigabyte together, and take only the
    // storage in use.
    long usual = ranks <= 16 ? 1 << 20 : ranks <= 128 ? 1 << 18 : 1 << 16;
    boolean mpiOnly = ranks == 1 || isSet(environment, JobVariables.NETWORK_ONLY);
    return new MpiSettings(
        MemorySettings.ring(environment, usual),
        mpiOnly ? 0 : MemorySettings.ring(environment, usual / 2),
        MemorySettings.heap(environment),
        JobVariables.join(environment));
  }

  private static boolean isSet(Map<String, String> environment, String variable) {
    String text = environment.getOrDefault(variable, "");
    return !text.isEmpty() && !text.equals("0");
  }
}

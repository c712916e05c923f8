// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// What a rank's process tells the host that has started `mpirun`, on standard error: see
/// [RankOutput].
final class Marks {
  /// The variable that a host sets which understands marks.
  static final String VARIABLE = "WEFT_MPI_MARKS";

  /// That a rank is about to join: it waits for all others from here on.
  static final String JOINS = "joins";

  private Marks() {}

  /// Tells that this process joins.
  static void joins(Map<String, String> environment) {
    if ("1".equals(environment.get(VARIABLE))) {
      tell(JOINS);
    }
  }

  /// Past System.err, which a program may have replaced.
  @SuppressWarnings("resource") // the descriptor is the process's
  private static void tell(String text) {
    byte[] line = (MpirunCommand.MARK + text + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      new FileOutputStream(FileDescriptor.err).write(line);
    } catch (IOException e) {
      // Nobody reads it: the host is gone.
    }
  }
}

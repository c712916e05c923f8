// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/// What a rank's process tells the host that has started `mpirun`, on standard error: see
/// [RankOutput].
final class Marks {
  /// The variable that a host sets which understands marks.
  static final String VARIABLE = "WEFT_MPI_MARKS";

  /// That a rank is about to join: it waits for all others from here on.
  static final String JOINS = "joins";

  /// Before the sentence that says why a rank cannot join.
  static final String CANNOT_JOIN = "cannot join: ";

  private Marks() {}

  /// Tells that this process joins.
  static void joins(Map<String, String> environment) {
    if ("1".equals(environment.get(VARIABLE))) {
      tell(JOINS);
    }
  }

  /// Tells that it cannot, because of `why`; false where there is no host to tell.
  static boolean cannotJoin(Map<String, String> environment, String why) {
    boolean isHeard = "1".equals(environment.get(VARIABLE));
    if (isHeard) {
      tell(CANNOT_JOIN + why.lines().collect(Collectors.joining(" ")));
    }
    return isHeard;
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

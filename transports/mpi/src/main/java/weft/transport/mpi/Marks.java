// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/// Messages of a rank's process to the host that started `mpirun`, on standard error: see
/// [RankOutput].
final class Marks {
  /// The variable by which a host says that it understands marks.
  static final String VARIABLE = "WEFT_MPI_MARKS";

  /// Marks that a rank is about to join: from now on it waits for all others.
  static final String JOINS = "joins";

  /// Precedes the sentence that says why a rank cannot join.
  static final String CANNOT_JOIN = "cannot join: ";

  private Marks() {}

  /// Announces that this process joins.
  static void joins(Map<String, String> environment) {
    if ("1".equals(environment.get(VARIABLE))) {
      print(JOINS);
    }
  }

  /// Reports to the host that this process cannot join because of `why`; returns false without a
  /// host.
  static boolean cannotJoin(Map<String, String> environment, String why) {
    boolean isHeard = "1".equals(environment.get(VARIABLE));
    if (isHeard) {
      print(CANNOT_JOIN + why.lines().collect(Collectors.joining(" ")));
    }
    return isHeard;
  }

  /// Bypasses System.err, which a program may have replaced.
  @SuppressWarnings("resource") // the descriptor is the process's
  private static void print(String text) {
    byte[] line = (MpirunCommand.MARK + text + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      new FileOutputStream(FileDescriptor.err).write(line);
    } catch (IOException e) {
      // No process reads it: the host has ended.
    }
  }
}

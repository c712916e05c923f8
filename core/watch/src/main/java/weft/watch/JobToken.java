// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.util.Map;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.job.Hex;
import weft.transport.job.Proof;
import weft.transport.job.UserSecret;

/// The token of a job whose ranks had none from their launcher: an `mpirun` of the user's own has
/// started them. See docs/design/0114.
///
/// On one host it is a random number that one rank has sent, as what ranks of one host exchange
/// does not leave it. On several hosts the network would carry that number, so there it is only the
/// name of the job, and the token follows from it and the secret of the user.
final class JobToken {
  private static final int BYTES = 16;

  private JobToken() {}

  /// What a rank sends: nothing if it has a token, else a random number.
  static String number(Map<String, String> environment) throws IOException {
    return environment.getOrDefault(JobVariables.TOKEN, "").isEmpty() ? Hex.random(BYTES) : "";
  }

  /// The token of all ranks. This is a collective call.
  ///
  /// @param numbers what each rank has sent
  /// @throws WeftException on all ranks, if the hosts have no secret, or several
  static String agree(
      String[] numbers, Peer[] peers, Map<String, String> environment, CommonSteps steps) {
    String first = "";
    boolean isOneHost = true;
    for (int rank = peers.length - 1; rank >= 0; rank--) {
      first = numbers[rank].isEmpty() ? first : numbers[rank];
      isOneHost &= peers[rank].isWith(peers[0]);
    }
    if (first.isEmpty()) {
      return environment.getOrDefault(JobVariables.TOKEN, "");
    }
    return isOneHost ? first : ofUser(first, peers, environment, steps);
  }

  private static String ofUser(
      String name, Peer[] peers, Map<String, String> environment, CommonSteps steps) {
    // Every host must know the secret, and none says it: only this mark of what follows from it.
    String[] marks =
        steps.on(() -> Hex.of(Proof.of(UserSecret.token(environment, "mpi " + name), "mark")));
    for (int rank = 1; rank < marks.length; rank++) {
      if (!marks[rank].equals(marks[0])) {
        throw new WeftException(
            peers[0].host()
                + " and "
                + peers[rank].host()
                + " have different secrets, by which ranks know each other: copy the file of `weft"
                + " token` from one to the other, or give all ranks the same "
                + JobVariables.TOKEN);
      }
    }
    return UserSecret.token(environment, "mpi " + name);
  }
}

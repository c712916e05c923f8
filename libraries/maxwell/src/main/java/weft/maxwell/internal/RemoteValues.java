// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Parts;

/// Gets values of functions that other ranks have.
final class RemoteValues {
  private final Group group;
  private final int size;

  /// The numbers, among this rank's functions, of those that others want, rank by rank.
  private final int[] leaving;

  /// For each value that arrives, its place in the order of the functions that were given.
  private final int[] order;

  private final int[] give;
  private final int[] get;

  /// Collective.
  ///
  /// @param wanted functions of other ranks
  RemoteValues(Group group, FunctionTree functions, int[] wanted) {
    this.group = group;
    size = wanted.length;
    get = new int[group.size()];
    give = new int[group.size()];
    for (int function : wanted) {
      get[functions.owner(function)]++;
    }
    int[] next = new int[group.size()];
    for (int rank = 1; rank < next.length; rank++) {
      next[rank] = next[rank - 1] + get[rank - 1];
    }
    order = new int[size];
    int[] asked = new int[size];
    for (int i = 0; i < size; i++) {
      int at = next[functions.owner(wanted[i])]++;
      order[at] = i;
      asked[at] = wanted[i];
    }
    group.run(Operation.alltoall(Data.of(get), Data.of(give)));
    leaving = new int[Arrays.stream(give).sum()];
    group.run(Operation.alltoall(Data.of(asked), Parts.of(get), Data.of(leaving), Parts.of(give)));
    for (int i = 0; i < leaving.length; i++) {
      leaving[i] = functions.ownPlace(leaving[i]);
    }
  }

  /// Gets `width` numbers of each function. Collective.
  ///
  /// @param own those of this rank's functions
  /// @param to gets those of the functions that were wanted, in their order
  void exchange(double[] own, int width, double[] to) {
    if (group.size() == 1) {
      return;
    }
    double[] out = new double[leaving.length * width];
    for (int i = 0; i < leaving.length; i++) {
      System.arraycopy(own, leaving[i] * width, out, i * width, width);
    }
    double[] in = new double[size * width];
    group.run(
        Operation.alltoall(
            Data.of(out), Parts.of(times(give, width)), Data.of(in), Parts.of(times(get, width))));
    for (int i = 0; i < size; i++) {
      System.arraycopy(in, i * width, to, order[i] * width, width);
    }
  }

  private static int[] times(int[] counts, int width) {
    return Arrays.stream(counts).map(each -> each * width).toArray();
  }
}

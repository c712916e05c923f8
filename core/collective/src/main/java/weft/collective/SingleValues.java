// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operations of a group on single values. The last few are kept for reuse, because a program
/// may create an operator for each call.
@SuppressWarnings("ReferenceEquality") // compared by identity
final class SingleValues {
  private static final int MOST_KEPT = 16;

  private record Kept(Operator operator, Operation operation) {}

  private final GroupRunner group;
  private final long[] aLong = new long[1];
  private final double[] aDouble = new double[1];
  private final @Nullable Operation[] broadcasts;
  private final List<Kept> ofLongs = new ArrayList<>();
  private final List<Kept> ofDoubles = new ArrayList<>();

  SingleValues(GroupRunner group) {
    this.group = group;
    this.broadcasts = new Operation[group.size()];
  }

  long broadcast(int root, long value) {
    Operation.checkRoot("Group.broadcast", root, broadcasts.length);
    Operation operation = broadcasts[root];
    if (operation == null) {
      operation = Operation.broadcast(root, Data.of(aLong));
      broadcasts[root] = operation;
    }
    aLong[0] = value;
    group.run(operation);
    return aLong[0];
  }

  long allreduce(long value, Operator operator) {
    Operation operation = kept(ofLongs, operator, aLong);
    aLong[0] = value;
    group.run(operation);
    return aLong[0];
  }

  double allreduce(double value, Operator operator) {
    Operation operation = kept(ofDoubles, operator, aDouble);
    aDouble[0] = value;
    group.run(operation);
    return aDouble[0];
  }

  private static Operation kept(List<Kept> all, Operator operator, Object array) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).operator == operator) {
        return all.get(i).operation;
      }
    }
    Data data = array instanceof long[] longs ? Data.of(longs) : Data.of((double[]) array);
    Operation operation = Operation.allreduce(data, operator);
    if (all.size() == MOST_KEPT) {
      all.removeFirst();
    }
    all.add(new Kept(operator, operation));
    return operation;
  }
}

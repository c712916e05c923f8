// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import weft.collective.schedule.Collective;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Layout;
import weft.collective.schedule.Shape;
import weft.model.Mapping;

/// The operation whose cost is asked for.
///
/// @param collective the operation
/// @param bytes the bytes of the whole data, or of one block ([Shape#bytes])
/// @param mapping the ranks and their hosts
/// @param root the root
/// @param isRegistered whether data is in registered memory, which others of the host read in place
/// @param operation how data is combined, as profiles call it
public record CollectiveQuestion(
    Collective collective,
    long bytes,
    Mapping mapping,
    int root,
    boolean isRegistered,
    String operation) {
  /// The bytes of early arrivals that a rank keeps for collectives, unless it is set.
  private static final long BUDGET = 16L << 20;

  /// The bytes of a frame of most transports.
  private static final int FRAME = 64 << 10;

  /// An operation with root 0 on data in arrays, which sums.
  public CollectiveQuestion(Collective collective, long bytes, Mapping mapping) {
    this(collective, bytes, mapping, 0, false, "sum");
  }

  /// The number of ranks.
  public int ranks() {
    return mapping.ranks();
  }

  /// Whether the ranks share memory: those of one host do.
  public boolean isShared() {
    return mapping.hosts() == 1;
  }

  /// The limits of the engine for these ranks.
  public EngineLimits limits() {
    EngineLimits most = EngineLimits.of(ranks(), FRAME, BUDGET);
    return new EngineLimits(most.eager(), most.tokens(), most.window(), most.piece(), isShared());
  }

  /// The bytes of an element: 8, or 1 if the data is no whole number of them.
  public int element() {
    return bytes % 8 == 0 ? 8 : 1;
  }

  /// Sets `shape` to that of a rank, without what a table of choices sets.
  public Shape shape(Shape shape, int rank) {
    boolean isReadable = isShared() && isRegistered;
    return shape
        .set(collective, ranks(), rank, collective.hasRoot() ? root : 0)
        .amount(collective == Collective.BARRIER ? 0 : bytes, element())
        .memory(isShared(), isReadable, isReadable)
        .layout(isRegistered ? Layout.REGISTERED : Layout.ARRAYS);
  }

  /// The same operation on other bytes.
  public CollectiveQuestion withBytes(long bytes) {
    return new CollectiveQuestion(collective, bytes, mapping, root, isRegistered, operation);
  }

  /// Another operation of the same ranks.
  public CollectiveQuestion with(Collective collective, long bytes) {
    return new CollectiveQuestion(collective, bytes, mapping, root, isRegistered, operation);
  }
}

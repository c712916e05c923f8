// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Which operations use a board in shared memory, and which lines of it each rank reads. The board
/// follows these rules, and the model of costs prices operations by them.
public final class BoardRules {
  /// The maximum number of bytes that one rank publishes.
  public static final int MOST_BYTES = 240;

  /// The maximum number of ranks, because each rank reads the lines of all others.
  public static final int MOST_RANKS = 16;

  /// The bytes of a line before what a rank publishes.
  public static final int HEAD = 16;

  private BoardRules() {}

  /// Whether an operation of this shape uses a board that takes up to `most` bytes of a rank. The
  /// group must have one: at most [#MOST_RANKS] ranks that share memory have.
  public static boolean takes(Shape shape, long most) {
    return most > 0 && shape.equal() && published(shape) <= Math.min(most, MOST_BYTES);
  }

  /// The bytes that a rank with a contribution publishes.
  public static long published(Shape shape) {
    return switch (shape.collective()) {
      case SCATTER, ALLTOALL, REDUCE_SCATTER -> shape.bytes() * shape.size();
      default -> shape.bytes();
    };
  }

  /// Whether `rank` publishes bytes in its line, and not only that it has called the operation.
  public static boolean publishesBytes(Shape shape, int rank) {
    boolean isRooted =
        shape.collective() == Collective.BROADCAST || shape.collective() == Collective.SCATTER;
    return published(shape) > 0 && (!isRooted || rank == shape.root());
  }

  /// Whether `rank` reads the line of `peer`, which may be its own.
  public static boolean reads(Shape shape, int rank, int peer) {
    return switch (shape.collective()) {
      case BROADCAST -> peer == shape.root() && peer != rank;
      case SCATTER -> peer == shape.root();
      case REDUCE, GATHER -> rank == shape.root();
      case SCAN -> peer <= rank;
      case EXSCAN -> peer < rank;
      case BARRIER -> peer != rank;
      default -> true;
    };
  }
}

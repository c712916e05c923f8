// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// A way by which bytes travel: shared memory, or a network.
///
/// The time of a message is `T(m, τ) = o(m) + copies · L(m, τ)` (τ-Lop supplement, section 3). The
/// overhead is not multiplied by contention. A protocol for large messages enters through `o(m)`
/// alone.
///
/// @param name its name in profiles
/// @param overhead `o(m)`, with one column
/// @param transfer `L(m, τ)`, one movement of `m` bytes when τ run at once
/// @param copies the movements of a message: 2 if it is copied in and out, 1 if it goes straight
public record CostChannel(String name, TimeTable overhead, TimeTable transfer, int copies) {
  /// Checks the number of copies.
  public CostChannel {
    if (copies < 1) {
      throw new ModelException(
          "the channel " + name + " has " + copies + " copies; 1 is the least");
    }
  }

  /// `o(m)` in microseconds.
  public double overhead(long bytes) {
    return overhead.at((double) bytes, 1);
  }

  /// `L(m, τ)`, the time of one movement.
  public double move(long bytes, double count) {
    return bytes <= 0 ? 0 : transfer.at((double) bytes, count);
  }

  /// `T(m, τ)`, the time of a whole message.
  public double time(long bytes, double count) {
    return overhead(bytes) + copies * move(bytes, count);
  }
}

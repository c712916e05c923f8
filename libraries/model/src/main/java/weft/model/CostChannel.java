// SPDX-License-Identifier: Apache-2.0
package weft.model;

import org.jspecify.annotations.Nullable;

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
/// @param steps what steps of collective operations cost; null if they cost what messages do
public record CostChannel(
    String name, TimeTable overhead, TimeTable transfer, int copies, @Nullable StepCosts steps) {
  /// The costs of steps of collective operations. The engine knows what to expect, and ranks of a
  /// host read each other's memory in place, so that steps are not like messages.
  ///
  /// @param busy the time for which a rank is busy with such a message, which arrives after `o(m)`
  /// @param overhead `o(m)` of a step with a message
  /// @param reads one movement of `m` bytes between the memories of two ranks when τ run at once
  /// @param writes one copy of `m` bytes into memory of this rank that others read
  /// @param own one copy of `m` bytes within memory that no other rank uses
  public record StepCosts(
      double busy, TimeTable overhead, TimeTable reads, TimeTable writes, TimeTable own) {}

  /// Checks the number of copies.
  public CostChannel {
    if (copies < 1) {
      throw new ModelException(
          "the channel " + name + " has " + copies + " copies; 1 is the least");
    }
  }

  /// A channel whose steps cost what messages do.
  public CostChannel(String name, TimeTable overhead, TimeTable transfer, int copies) {
    this(name, overhead, transfer, copies, null);
  }

  /// `o(m)` in microseconds.
  public double overhead(long bytes) {
    return overhead.at((double) bytes, 1);
  }

  /// `o(m)` of a step of a collective operation.
  public double step(long bytes) {
    return steps == null ? overhead(bytes) : steps.overhead.at((double) bytes, 1);
  }

  /// The time for which a rank is busy with a message of a step, of `o(m)` until it arrives.
  public double busy(long bytes) {
    return steps == null ? overhead(bytes) : Math.min(steps.busy, step(bytes));
  }

  /// `L(m, τ)`, the time of one movement of a message.
  public double move(long bytes, double count) {
    return bytes <= 0 ? 0 : transfer.at((double) bytes, count);
  }

  /// The time of reading or writing another rank's memory.
  public double read(long bytes, double count) {
    return bytes <= 0 || steps == null ? move(bytes, count) : steps.reads.at((double) bytes, count);
  }

  /// The time of a copy into memory of this rank that others read.
  public double write(long bytes, double count) {
    return bytes <= 0 || steps == null
        ? move(bytes, count)
        : steps.writes.at((double) bytes, count);
  }

  /// The time of a copy within memory that no other rank uses.
  public double copy(long bytes, double count) {
    return bytes <= 0 || steps == null ? move(bytes, count) : steps.own.at((double) bytes, count);
  }

  /// The time of pulling bytes that stayed at another rank, without the overhead of each piece: in
  /// and out again, or straight.
  public double pull(long bytes, double count) {
    return copies == 1 ? read(bytes, count) : copies * move(bytes, count);
  }

  /// `T(m, τ)`, the time of a whole message.
  public double time(long bytes, double count) {
    return overhead(bytes) + copies * move(bytes, count);
  }

  /// All overheads multiplied by `latency`, and all movements by `movement`.
  public CostChannel times(double latency, double movement) {
    return new CostChannel(
        name,
        overhead.times(latency),
        transfer.times(movement),
        copies,
        steps == null
            ? null
            : new StepCosts(
                steps.busy * latency,
                steps.overhead.times(latency),
                steps.reads.times(movement),
                steps.writes.times(movement),
                steps.own.times(movement)));
  }
}

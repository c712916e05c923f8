// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// Carries the bytes of rings between ranks that share no memory; see [CarriedRings]. Only the
/// rank's thread calls it.
public interface Carrier {
  /// Records were written for `target`. Called once until [CarriedRings#watchWrites].
  void written(int target);

  /// The ring to `target` needs room, or holds a whole batch: send its records now.
  void depart(int target);

  /// The lap of the ring to `target` ends early. The header at [RingOutbox#position] is the last of
  /// the lap, and the next record begins at the start of the ring.
  void wrap(int target);

  /// This rank has made room in the ring of `source`, which must be sent [CarriedRings#consumed].
  /// Called once until [CarriedRings#watchRoom].
  void consumed(int source);
}

// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Records that a transport holds elsewhere than in the ring are run there, in the order of the
/// stream, and those that the sink refuses stay.
final class RecordsElsewhereTest {
  private static final int RING = 1 << 12;

  private final MemorySegment memory =
      Arena.ofAuto().allocate(CarriedRings.bytes(2, RING), Lines.LINE);
  private final CarriedRings rings = new CarriedRings(2, 1, RING, memory);
  private final List<Integer> told = new ArrayList<>();
  private final Inbox inbox = new Inbox(rings, 1, told::add);
  private final MemorySegment place = Arena.ofAuto().allocate(RING, 64);
  private final List<Long> ran = new ArrayList<>();

  /// Writes records of one word each, from `first` on, to the beginning of the place.
  private int write(long first, int count) {
    long header = RecordLayout.header(RecordLayout.RSR0 + 1, 20, Long.BYTES);
    for (int i = 0; i < count; i++) {
      Words.set(place, 16L * i, header);
      Words.set(place, 16L * i + 8, first + i);
    }
    return 16 * count;
  }

  private int run(int bytes, long refused) {
    return inbox.run(
        (header, source, where, at) -> {
          long value = Words.get(where, at + 8);
          if (value == refused) {
            return false;
          }
          ran.add(value);
          return true;
        },
        0,
        place,
        0,
        bytes);
  }

  @Test
  void areRunWhereTheyAreUpToTheOneThatIsRefused() {
    assertThat(run(write(1, 3), -1)).isEqualTo(3);
    assertThat(inbox.position(0)).isEqualTo(48);
    assertThat(run(write(4, 3), 5)).isEqualTo(1);
    assertThat(inbox.position(0)).isEqualTo(64);
    assertThat(ran).containsExactly(1L, 2L, 3L, 4L);
  }

  /// What waits in the ring and what comes elsewhere are one stream: the ring goes on where the
  /// other ended, and reads nothing left over from the lap before.
  @Test
  void takeTurnsWithTheRingOverManyLaps() {
    long next = 1;
    for (int turn = 0; turn < 200; turn++) {
      int room = (int) (RING - (inbox.position(0) & (RING - 1)));
      int bytes = write(next, Math.min(5, room / 16));
      next += bytes / 16;
      if (turn % 3 == 0) {
        MemorySegment.copy(
            place, 0, memory, rings.incoming(0) + (inbox.position(0) & (RING - 1)), bytes);
        rings.arrived(0);
        int taken = inbox.poll((header, source, where, at) -> ran.add(Words.get(where, at + 8)));
        assertThat(taken).isEqualTo(bytes / 16);
      } else {
        assertThat(run(bytes, -1)).isEqualTo(bytes / 16);
      }
      assertThat(inbox.poll((header, source, where, at) -> ran.add(-1L))).isZero();
    }
    List<Long> expected = new ArrayList<>();
    for (long value = 1; value < next; value++) {
      expected.add(value);
    }
    assertThat(ran).isEqualTo(expected);
  }

  @Test
  void endTheLapWithPadding() {
    assertThat(run(write(1, 2), -1)).isEqualTo(2);
    Words.set(place, 0, RecordLayout.header(RecordLayout.PAD, 0, RING - 32 - 8));
    assertThat(run(8, -1)).isZero();
    assertThat(inbox.position(0)).isEqualTo(RING);
  }

  @Test
  void tellTheSourceOfRoomAfterAQuarterOfTheRing() {
    rings.watchRoom(0);
    int bytes = write(1, RING / 4 / 16);
    assertThat(told).isEmpty();
    run(bytes, -1);
    assertThat(told).containsExactly(0);
    assertThat(rings.consumed(0)).isEqualTo(RING / 4);
  }
}

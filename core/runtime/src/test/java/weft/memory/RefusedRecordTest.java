// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// A ring whose next record the sink leaves where it is, for want of memory, is not silent.
final class RefusedRecordTest {
  /// More than the two ticks after which a silent ring is no longer looked at, less than the many
  /// after which all rings are.
  private static final int LONG = 5 << 14;

  @Test
  void isOfferedAgainAtEveryPoll() {
    var memory = new TwoRanks();
    var outbox = new RingOutbox(memory, 0, 1, rank -> {});
    var inbox = new Inbox(memory, 1, rank -> {});
    long header = RecordLayout.header(RecordLayout.RSR0, 20, 0);
    outbox.commit(outbox.claim(8), 8, header);

    var offers = new int[1];
    for (int poll = 1; poll <= LONG; poll++) {
      inbox.poll((word, source, ring, at) -> {
        offers[0]++;
        return false;
      });
      assertThat(offers[0]).as("offers after %d polls", poll).isEqualTo(poll);
    }
    assertThat(inbox.poll((word, source, ring, at) -> word == header)).isEqualTo(1);
  }

  /// Rings of 512 bytes between two ranks.
  private record TwoRanks(MemorySegment control, MemorySegment rings) implements RingMemory {
    private static final long RING = 512;

    TwoRanks() {
      this(
          Arena.ofAuto().allocate(ControlLayout.bytes(2), Lines.LINE),
          Arena.ofAuto().allocate(4 * RING, Lines.LINE));
    }

    @Override
    public int ranks() {
      return 2;
    }

    @Override
    public long ringBytes() {
      return RING;
    }

    @Override
    public MemorySegment ring(int source, int target, boolean writing) {
      return rings;
    }

    @Override
    public long ringBase(int source, int target) {
      return (2L * source + target) * RING;
    }
  }
}

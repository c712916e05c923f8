// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import weft.WeftException;

/// The library itself: two ranks of one thread, over its TCP.
final class UcxWireTest {
  private static final int KEY = 77;

  private UcxWire one;
  private UcxWire two;
  private final Log first = new Log();
  private final Log second = new Log();
  private final Arena arena = Arena.ofConfined();

  @BeforeAll
  static void ucxIsThere() {
    try {
      UcxLibrary _ = UcxLibrary.load();
    } catch (WeftException e) {
      assumeTrue(false, e.getMessage());
    }
  }

  @BeforeEach
  void connect() {
    connect(KEY);
  }

  private void connect(int keyOfOne) {
    one = new UcxWire(0, keyOfOne, "tcp", "lo");
    two = new UcxWire(1, KEY, "tcp", "lo");
    byte[][] addresses = {one.address(), two.address()};
    one.connect(addresses, first);
    two.connect(addresses, second);
  }

  @AfterEach
  void close() {
    one.close(true);
    two.close(true);
    arena.close();
  }

  /// What one rank got.
  private static final class Log implements FrameWire.Receiver {
    final List<String> lines = new ArrayList<>();
    long handle;

    @Override
    public void frame(int kind, int source, long position, long address, int bytes) {
      long word = bytes < 8 ? 0 : Ucp.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
      lines.add(kind + " from " + source + " at " + position + ": " + bytes + ", " + word);
    }

    @Override
    public void payload(int source, long number, long handle, long bytes) {
      this.handle = handle;
      lines.add("payload " + number + " from " + source + ": " + bytes);
    }

    @Override
    public void broken(int peer, String why) {
      lines.add("broken " + peer + ": " + why);
    }
  }

  private void progressUntil(BooleanSupplier isDone) {
    for (int i = 0; i < 10_000_000 && !isDone.getAsBoolean(); i++) {
      one.progress();
      two.progress();
    }
    assertThat(isDone.getAsBoolean()).as("%s, %s", first.lines, second.lines).isTrue();
  }

  @Test
  void framesArriveWithTheirPosition() {
    MemorySegment words = arena.allocateFrom(ValueLayout.JAVA_LONG, 42, 43);
    assertThat(one.send(FrameWire.RECORDS, 1, 1L << 40, words.address(), 16)).isTrue();
    assertThat(two.send(FrameWire.CREDIT, 0, 96, 0, 0)).isTrue();
    progressUntil(() -> !first.lines.isEmpty() && !second.lines.isEmpty());
    assertThat(second.lines).containsExactly("1 from 0 at " + (1L << 40) + ": 16, 42");
    assertThat(first.lines).containsExactly("2 from 1 at 96: 0, 0");
    progressUntil(() -> one.isQuiet() && two.isQuiet());
  }

  /// A rank that does not poll takes a bounded number of frames.
  @Test
  void aRankThatDoesNotPollStopsItsSender() {
    MemorySegment bytes = arena.allocate(1 << 16, 8);
    int sent = 0;
    while (sent < 10_000 && one.send(FrameWire.RECORDS, 1, sent, bytes.address(), 1 << 16)) {
      one.progress();
      sent++;
    }
    assertThat(sent).isBetween(1, 9_999);
    int all = sent;
    progressUntil(() -> second.lines.size() == all);
  }

  @Test
  void aPayloadWaitsUntilItIsFetched() {
    long bytes = 5 << 20;
    MemorySegment from = arena.allocate(bytes, 8);
    MemorySegment to = arena.allocate(bytes, 8);
    for (long i = 0; i < bytes / 8; i++) {
      from.setAtIndex(ValueLayout.JAVA_LONG, i, 31 * i);
    }
    long sending = one.push(1, 9, from.address(), bytes);
    progressUntil(() -> second.handle != 0);
    assertThat(second.lines).containsExactly("payload 9 from 0: " + bytes);
    assertThat(one.isDone(sending, 1)).isFalse();
    long receiving = two.pull(0, second.handle, to.address(), bytes);
    progressUntil(() -> two.isDone(receiving, 0));
    progressUntil(() -> one.isDone(sending, 1));
    assertThat(to.mismatch(from)).isEqualTo(-1);
  }

  @Test
  void aStrangersFramesAreIgnored() {
    one.close(true);
    two.close(true);
    connect(KEY + 1);
    assertThat(one.send(FrameWire.CREDIT, 1, 96, 0, 0)).isTrue();
    assertThat(two.send(FrameWire.CREDIT, 0, 97, 0, 0)).isTrue();
    for (int i = 0; i < 1_000 || !one.isQuiet() || !two.isQuiet(); i++) {
      one.progress();
      two.progress();
    }
    assertThat(first.lines).isEmpty();
    assertThat(second.lines).isEmpty();
  }

  @Test
  void sleepEndsWithNews() {
    assertThat(one.send(FrameWire.CREDIT, 1, 1, 0, 0)).isTrue();
    progressUntil(() -> !second.lines.isEmpty());
    for (int i = 0; i < 1_000 && !two.arm(); i++) {
      two.progress();
      one.progress();
    }
    assertThat(two.arm()).isTrue();
    assertThat(one.send(FrameWire.CREDIT, 1, 2, 0, 0)).isTrue();
    try (var bell = new Bell()) {
      for (int i = 0; i < 1_000 && second.lines.size() < 2; i++) {
        one.progress();
        bell.bell.await(two.descriptor(), 10);
        two.progress();
      }
    }
    assertThat(second.lines).hasSize(2);
  }

  private record Bell(UcxBell bell) implements AutoCloseable {
    Bell() {
      this(open());
    }

    private static UcxBell open() {
      try {
        return UcxBell.open(1);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      bell.close();
    }
  }

  @Test
  void aDeviceThatDoesNotExistIsAnError() {
    assertThatThrownBy(() -> new UcxWire(0, KEY, "tcp", "nothing0"))
        .isInstanceOf(UcxException.class)
        .hasMessageContaining("ucp_init failed");
  }
}

// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;
import weft.Frame;
import weft.Rsr1;
import weft.RsrN;
import weft.WeftException;
import weft.World;
import weft.testkit.Chaos;

/// Cases of payloads of every size and kind, and of the handlers' view of them.
final class PayloadCases {
  private PayloadCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase("payloads of every small size arrive whole", 1, PayloadCases::small),
        new ConformanceCase(
            "payloads at and around the frame's limit arrive whole", 1, PayloadCases::frames),
        new ConformanceCase(
            "payloads much larger than the ring arrive whole", 1, PayloadCases::larger),
        new ConformanceCase(
            "a payload larger than the budget arrives when it is alone", 1, PayloadCases::alone),
        new ConformanceCase(
            "payloads that do not fit the budget together wait for each other",
            1,
            PayloadCases::together),
        new ConformanceCase(
            "arrays and segments of every kind can be sent", 1, PayloadCases::kinds),
        new ConformanceCase(
            "trySend of more than a frame throws, naming the limit", 1, PayloadCases::tooLarge),
        new ConformanceCase(
            "a payload cannot be read after its handler, nor beyond its end",
            1,
            PayloadCases::view));
  }

  /// Payloads from every source, each checked against its key and counted.
  private static final class Checked {
    final Stage stage;
    final RsrN rsr;
    final long[] received;
    final long[] sent;

    Checked(Stage stage) {
      this.stage = stage;
      this.received = new long[stage.size()];
      this.sent = new long[stage.size()];
      this.rsr =
          stage.rsrN(
              "payload",
              (source, payload) ->
                  Stage.check(stage.key(source, stage.rank(), received[source]++), payload));
    }

    void send(int target, int bytes) {
      rsr.send(target, Chaos.payload(stage.key(stage.rank(), target, sent[target]++), bytes));
    }

    /// Checks the counts after every rank has sent equally much to every other.
    void checkCounts() {
      stage.world.quiesce();
      assertArrayEquals(sent, received);
    }
  }

  private static ConformanceCase.Part small(Stage stage) {
    var checked = new Checked(stage);
    return () -> {
      for (int bytes = 0; bytes <= 70; bytes++) {
        for (int target = 0; target < stage.size(); target++) {
          checked.send(target, bytes);
        }
      }
      checked.checkCounts();
    };
  }

  private static ConformanceCase.Part frames(Stage stage) {
    var checked = new Checked(stage);
    return () -> {
      int frame = stage.world.frameBytes();
      for (int frames = 1; frames <= 3; frames++) {
        for (int bytes = frames * frame - 17; bytes <= frames * frame + 9; bytes++) {
          checked.send(stage.world.next(), bytes);
          checked.send(stage.rank(), bytes);
        }
      }
      stage.world.quiesce();
      assertEquals(checked.sent[stage.rank()], checked.received[stage.rank()]);
      assertEquals(checked.sent[stage.world.next()], checked.received[stage.world.previous()]);
    };
  }

  private static ConformanceCase.Part larger(Stage stage) {
    var checked = new Checked(stage);
    return () -> {
      for (int target = 0; target < stage.size(); target++) {
        checked.send(target, 3 * stage.ringBytes() + 5);
      }
      checked.checkCounts();
    };
  }

  private static ConformanceCase.Part alone(Stage stage) {
    var checked = new Checked(stage);
    return () -> {
      // One at a time: a payload larger than the budget leaves nothing for others.
      for (int rank = 0; rank < stage.size(); rank++) {
        if (rank == stage.rank()) {
          checked.send(stage.world.next(), (int) stage.budget + 12_345);
        }
        stage.world.quiesce();
      }
      assertEquals(1, checked.received[stage.world.previous()]);
    };
  }

  private static ConformanceCase.Part together(Stage stage) {
    var checked = new Checked(stage);
    var behind = new int[1];
    Rsr1 after =
        stage.rsr1(
            "after",
            (source, number) -> {
              assertEquals(number, checked.received[source], "overtook a large payload");
              behind[0]++;
            });
    return () -> {
      checked.send(0, (int) (stage.budget * 6 / 10));
      after.send(0, 1);
      stage.world.quiesce();
      assertEquals(stage.rank() == 0 ? stage.size() : 0, behind[0]);
      assertTrue(stage.world.counters().budgetUsed() == 0, "the budget is not returned at the end");
    };
  }

  private static ConformanceCase.Part kinds(Stage stage) {
    var arrived = new ArrayList<byte[]>();
    RsrN keep =
        stage.rsrN(
            "keep",
            (source, payload) -> {
              if (source == stage.rank()) {
                arrived.add(payload.toByteArray());
              }
            });
    return () -> {
      for (SendWay way : SendWay.values()) {
        int most =
            way == SendWay.TRY ? stage.world.frameBytes() / 8 - 5 : stage.ringBytes() / 8 + 3;
        for (int count : new int[] {0, 1, 7, Math.min(1000, most), most}) {
          List<byte[]> expected = sendKinds(keep, stage, count, way);
          stage.world.quiesce();
          assertEquals(expected.size(), arrived.size());
          for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(
                expected.get(i), arrived.get(i), "kind " + i + " of " + count + ", " + way);
          }
          arrived.clear();
        }
      }
      checkRanges(keep, stage.rank());
    };
  }

  /// Ranges outside an array are refused by all ways to send.
  private static void checkRanges(RsrN rsr, int me) {
    List<Executable> wrong =
        List.of(
            () -> rsr.send(me, new byte[4], 1, 4),
            () -> rsr.trySend(me, new byte[4], 1, 4),
            () -> rsr.sendSync(me, new byte[4], -1, 1),
            () -> rsr.trySend(me, new int[4], 4, 1),
            () -> rsr.sendSync(me, new int[4], 0, 5),
            () -> rsr.trySend(me, new long[4], 0, -1),
            () -> rsr.sendSync(me, new long[4], 3, 2),
            () -> rsr.trySend(me, new double[4], 5, 0),
            () -> rsr.sendSync(me, new double[4], Integer.MAX_VALUE, 1));
    for (Executable call : wrong) {
      assertThrows(IndexOutOfBoundsException.class, call);
    }
  }

  /// Sends parts of arrays and segments to this rank, and returns the bytes that must arrive.
  private static List<byte[]> sendKinds(RsrN rsr, Stage stage, int count, SendWay way) {
    int me = stage.rank();
    var expected = new ArrayList<byte[]>();
    byte[] bytes = Chaos.payload(count, count + 5);
    MemorySegment whole = MemorySegment.ofArray(Chaos.payload(-count, 8 * (count + 5)));
    int[] ints = whole.toArray(ValueLayout.JAVA_INT_UNALIGNED);
    long[] longs = whole.toArray(ValueLayout.JAVA_LONG_UNALIGNED);
    double[] doubles = new double[count + 5];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = longs[i] * 0x1p-40;
    }
    way.run(
        stage,
        () -> rsr.send(me, bytes),
        () -> rsr.sendSync(me, bytes),
        () -> rsr.trySend(me, bytes),
        () -> rsr.sendBuffered(me, bytes));
    expected.add(bytes.clone());
    way.run(
        stage,
        () -> rsr.send(me, bytes, 3, count),
        () -> rsr.sendSync(me, bytes, 3, count),
        () -> rsr.trySend(me, bytes, 3, count),
        () -> rsr.sendBuffered(me, bytes, 3, count));
    expected.add(slice(MemorySegment.ofArray(bytes), 1, 3, count));
    way.run(
        stage,
        () -> rsr.send(me, ints, 2, count),
        () -> rsr.sendSync(me, ints, 2, count),
        () -> rsr.trySend(me, ints, 2, count),
        () -> rsr.sendBuffered(me, ints, 2, count));
    expected.add(slice(MemorySegment.ofArray(ints), 4, 2, count));
    way.run(
        stage,
        () -> rsr.send(me, longs, 1, count),
        () -> rsr.sendSync(me, longs, 1, count),
        () -> rsr.trySend(me, longs, 1, count),
        () -> rsr.sendBuffered(me, longs, 1, count));
    expected.add(slice(MemorySegment.ofArray(longs), 8, 1, count));
    float[] floats = whole.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
    way.run(
        stage,
        () -> rsr.send(me, floats, 2, count),
        () -> rsr.sendSync(me, floats, 2, count),
        () -> rsr.trySend(me, floats, 2, count),
        () -> rsr.sendBuffered(me, floats, 2, count));
    expected.add(slice(MemorySegment.ofArray(floats), 4, 2, count));
    way.run(
        stage,
        () -> rsr.send(me, floats),
        () -> rsr.sendSync(me, floats),
        () -> rsr.trySend(me, floats),
        () -> rsr.sendBuffered(me, floats));
    expected.add(slice(MemorySegment.ofArray(floats), 4, 0, floats.length));
    way.run(
        stage,
        () -> rsr.send(me, doubles, 5, count),
        () -> rsr.sendSync(me, doubles, 5, count),
        () -> rsr.trySend(me, doubles, 5, count),
        () -> rsr.sendBuffered(me, doubles, 5, count));
    expected.add(slice(MemorySegment.ofArray(doubles), 8, 5, count));
    way.run(
        stage,
        () -> rsr.send(me, ints),
        () -> rsr.sendSync(me, ints),
        () -> rsr.trySend(me, ints),
        () -> rsr.sendBuffered(me, ints));
    expected.add(slice(MemorySegment.ofArray(ints), 4, 0, ints.length));
    way.run(
        stage,
        () -> rsr.send(me, longs),
        () -> rsr.sendSync(me, longs),
        () -> rsr.trySend(me, longs),
        () -> rsr.sendBuffered(me, longs));
    expected.add(slice(MemorySegment.ofArray(longs), 8, 0, longs.length));
    way.run(
        stage,
        () -> rsr.send(me, doubles),
        () -> rsr.sendSync(me, doubles),
        () -> rsr.trySend(me, doubles),
        () -> rsr.sendBuffered(me, doubles));
    expected.add(slice(MemorySegment.ofArray(doubles), 8, 0, doubles.length));
    way.run(
        stage,
        () -> rsr.send(me, whole, 3, count),
        () -> rsr.sendSync(me, whole, 3, count),
        () -> rsr.trySend(me, whole, 3, count),
        () -> rsr.sendBuffered(me, whole, 3, count));
    expected.add(slice(whole.asSlice(3), 1, 0, count));
    sendSegments(rsr, stage, bytes, count, way);
    expected.add(bytes);
    expected.add(slice(MemorySegment.ofArray(bytes), 1, 1, count));
    return expected;
  }

  /// Sends a segment outside the Java heap, and a part of it, which is closed at once.
  private static void sendSegments(RsrN rsr, Stage stage, byte[] bytes, int count, SendWay way) {
    int me = stage.rank();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(count + 5L);
      MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
      way.run(
          stage,
          () -> rsr.send(me, memory),
          () -> rsr.sendSync(me, memory),
          () -> rsr.trySend(me, memory),
          () -> rsr.sendBuffered(me, memory));
      MemorySegment part = memory.asReadOnly();
      way.run(
          stage,
          () -> rsr.send(me, part, 1, count),
          () -> rsr.sendSync(me, part, 1, count),
          () -> rsr.trySend(me, part, 1, count),
          () -> rsr.sendBuffered(me, part, 1, count));
    }
  }

  private static byte[] slice(MemorySegment segment, int element, int from, int count) {
    return segment
        .asSlice((long) from * element, (long) count * element)
        .toArray(ValueLayout.JAVA_BYTE);
  }

  private static ConformanceCase.Part tooLarge(Stage stage) {
    var arrived = new int[1];
    RsrN rsr = stage.rsrN("too large", (source, payload) -> arrived[0]++);
    return () -> {
      int limit = stage.world.frameBytes();
      String message =
          String.valueOf(
              assertThrows(
                      WeftException.class, () -> rsr.trySend(stage.rank(), new byte[limit + 1]))
                  .getMessage());
      assertTrue(message.contains(String.valueOf(limit)), message);
      assertTrue(message.contains("send has no limit"), message);
      stage.world.pollUntil(() -> rsr.trySend(stage.rank(), new byte[limit]));
      stage.world.quiesce();
      assertEquals(1, arrived[0]);
    };
  }

  private static ConformanceCase.Part view(Stage stage) {
    var kept = new @Nullable Frame[1];
    RsrN keep =
        stage.rsrN(
            "keep",
            (source, payload) -> {
              kept[0] = payload;
              checkReaders(payload);
            });
    return () -> {
      World world = stage.world;
      keep.send(world.rank(), new long[] {1, 2, Double.doubleToLongBits(3.5), 4});
      world.quiesce();
      Frame frame = kept[0];
      assertNotNull(frame);
      String message =
          String.valueOf(assertThrows(IllegalStateException.class, frame::size).getMessage());
      assertTrue(message.contains("after its handler returned"), message);
      assertThrows(IllegalStateException.class, () -> frame.getByte(0));
      assertThrows(IllegalStateException.class, frame::toByteArray);
    };
  }

  private static void checkReaders(Frame payload) {
    assertEquals(32, payload.size());
    assertEquals(2, payload.getLong(8));
    assertEquals(2, payload.getInt(8));
    assertEquals(4, payload.getByte(24));
    assertEquals(3.5, payload.getDouble(16));
    assertEquals(Float.intBitsToFloat(2), payload.getFloat(8));
    var floats = new float[3];
    payload.copyTo(8, floats, 1, 2);
    assertArrayEquals(new float[] {0, Float.intBitsToFloat(2), 0}, floats);
    var ints = new int[4];
    payload.copyTo(8, ints, 1, 2);
    assertArrayEquals(new int[] {0, 2, 0, 0}, ints);
    var doubles = new double[2];
    payload.copyTo(16, doubles, 1, 1);
    assertArrayEquals(new double[] {0, 3.5}, doubles);
    MemorySegment segment = MemorySegment.ofArray(new byte[10]);
    payload.copyTo(24, segment, 1, 8);
    assertEquals(4, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, 1));
    var longs = new long[4];
    payload.copyTo(8, longs, 1, 2);
    assertArrayEquals(new long[] {0, 2, Double.doubleToLongBits(3.5), 0}, longs);
    for (long bad : new long[] {-1, 25, 32, Long.MAX_VALUE}) {
      assertThrows(IndexOutOfBoundsException.class, () -> payload.getLong(bad));
    }
    assertThrows(IndexOutOfBoundsException.class, () -> payload.copyTo(25, new byte[8], 0, 8));
    assertThrows(IndexOutOfBoundsException.class, () -> payload.copyTo(0, longs, 0, 5));
    assertThrows(IndexOutOfBoundsException.class, () -> payload.copyTo(0, longs, 0, -1));
    assertThrows(IndexOutOfBoundsException.class, () -> payload.copyTo(24, floats, 0, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> payload.getFloat(29));
  }
}

// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import weft.Rsr0;
import weft.RsrN;
import weft.RsrObject;
import weft.Weft;
import weft.World;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceLoop;
import weft.bench.pair.SliceWork;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileRsr2;
import weft.mobile.MobileType;

/// Two ranks that send messages to objects, and bare messages of as many bytes as those put on the
/// wire. Handlers answer trips, so that both kinds do the same.
final class ObjectPair {
  /// Two words and the header of a message to an object.
  static final int WIRE_BYTES = 48;

  /// The number of objects that receive the messages one way.
  static final int OBJECTS = 1000;

  /// The bytes of an object that moves.
  static final int STATE = 1 << 20;

  /// The number of random targets; a power of two.
  private static final int DRAWN = 1 << 18;

  private static final Codec<byte[]> BYTES =
      Codecs.of("bytes", (value, out) -> out.writeBytes(value), Reader::readBytes);

  private final World world;
  private final MobileObjects objects;
  private final MobileType<byte[]> type;
  private final MobileRsr2<byte[]> trip;
  private final MobileRsr2<byte[]> count;
  private final MobileRsr0<byte[]> answer;
  private final MobileArray<byte[]> all;
  private final RsrN bareTrip;
  private final RsrN bareCount;
  private final RsrObject<byte[]> bareState;
  private final Rsr0 ended;
  private final Rsr0 over;
  private final MemorySegment payload = Arena.ofAuto().allocate(WIRE_BYTES, 8);

  /// The target object of each message. It is drawn in advance, and both timed loops read it.
  private final int[] order = new SplittableRandom(1).ints(DRAWN, 0, OBJECTS).toArray();

  private final MobilePointer<byte[]>[] targets;
  private long left;
  private boolean done;
  private boolean isOver;

  private ObjectPair(World world) {
    this.world = world;
    objects = MobileObjects.of(world);
    type = objects.type("bench", BYTES);
    all = type.array("objects", 2 * OBJECTS, i -> new byte[0]);
    MobilePointer<byte[]> near = all.at(0);
    MobilePointer<byte[]> far = all.at(2 * OBJECTS - 1);
    boolean first = world.rank() == 0;
    var self = new ObjectPair[] {this};
    trip =
        type.rsr2(
            "trip",
            (it, object, a, b) -> {
              if (first && a == 0) {
                self[0].done = true;
              } else {
                self[0].trip.send(first ? far : near, a - (first ? 1 : 0), b);
              }
            });
    count = type.rsr2("count", (it, object, a, b) -> self[0].counted(b));
    answer =
        type.rsr0(
            "answer",
            (it, object) -> {
              self[0].ended.send(0);
              it.destroy();
            });
    bareTrip =
        world.rsrN(
            "bare trip",
            (source, frame) -> {
              if (!first || --left > 0) {
                self[0].bareTrip.send(source, payload, 0, WIRE_BYTES);
              } else {
                done = true;
              }
            });
    bareCount = world.rsrN("bare count", (source, frame) -> counted(frame.getLong(8)));
    bareState = world.rsrObject("bare state", BYTES, (source, value) -> self[0].ended.send(0));
    ended = world.rsr0("ended", source -> done = true);
    over = world.rsr0("over", source -> isOver = true);
    targets = targets(all);
  }

  /// The objects of rank 1.
  @SuppressWarnings("unchecked") // an array of pointers to one type
  private static MobilePointer<byte[]>[] targets(MobileArray<byte[]> all) {
    var targets = new MobilePointer<?>[OBJECTS];
    for (int i = 0; i < OBJECTS; i++) {
      targets[i] = all.at(OBJECTS + i);
    }
    return (MobilePointer<byte[]>[]) targets;
  }

  private void counted(long last) {
    if (last != 0) {
      ended.send(0);
    }
  }

  /// Arguments: the file shared with the driver.
  public static void main(String[] args) {
    Weft.launch(args, ObjectPair::body);
  }

  private static void body(World world) {
    BenchBoard board = BenchBoard.map(Path.of(world.args().get(0)));
    var pair = new ObjectPair(world);
    world.start();
    world.quiesce();
    board.join();
    ObjectWork[] works = ObjectWork.values();
    new SliceLoop(board, world.rank(), number -> pair.work(works[number])).obey();
  }

  private SliceWork work(ObjectWork what) {
    return switch (what) {
      case BARE_TRIP -> work(this::bareTrips);
      case TRIP -> work(count -> trip.send(all.at(0), count, 7));
      case BARE_RATE -> work(this::bareRate);
      case RATE -> work(this::rate);
      case BARE_STATE -> work(this::states);
      case STATE -> work(this::moves);
    };
  }

  /// `begin` sends what rank 1 answers in the end.
  private SliceWork work(LongConsumer begin) {
    return new SliceWork() {
      @Override
      public long lead(int size, long count) {
        long began = System.nanoTime();
        begin.accept(count);
        awaitDone();
        long nanos = System.nanoTime() - began;
        over.send(1);
        world.quiesce();
        return nanos;
      }

      @Override
      public long follow(int size, long count) {
        world.pollUntil(() -> isOver);
        isOver = false;
        world.quiesce();
        return 0;
      }
    };
  }

  private void awaitDone() {
    world.pollUntil(() -> done);
    done = false;
  }

  private void bareTrips(long count) {
    left = count;
    bareTrip.send(1, payload, 0, WIRE_BYTES);
  }

  private void bareRate(long count) {
    for (long i = 1; i <= count; i++) {
      payload.set(ValueLayout.JAVA_LONG, 0, order[(int) i & DRAWN - 1]);
      payload.set(ValueLayout.JAVA_LONG, 8, i == count ? 1 : 0);
      bareCount.send(1, payload, 0, WIRE_BYTES);
    }
  }

  private void rate(long count) {
    for (long i = 1; i <= count; i++) {
      this.count.send(targets[order[(int) i & DRAWN - 1]], i, i == count ? 1 : 0);
    }
  }

  private void states(long count) {
    for (long i = 0; i < count; i++) {
      bareState.send(1, new byte[STATE]);
      if (i + 1 < count) {
        awaitDone();
      }
    }
  }

  private void moves(long count) {
    for (long i = 0; i < count; i++) {
      MobilePointer<byte[]> object = type.create(new byte[STATE]);
      objects.migrate(object, 1);
      answer.send(object);
      if (i + 1 < count) {
        awaitDone();
      }
    }
  }
}

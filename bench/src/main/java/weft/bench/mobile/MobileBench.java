// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import weft.Rsr0;
import weft.RsrN;
import weft.RsrObject;
import weft.Weft;
import weft.World;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.BenchArguments;
import weft.bench.harness.OwnThread;
import weft.bench.harness.Statistics;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileRsr2;
import weft.mobile.MobileType;
import weft.transport.JobVariables;

/// `weft bench mobile`: what a message to a mobile object costs, beside an rsrN of the bytes that
/// go on the wire (DMCS, section 7). Two ranks; slices of both ways alternate.
public final class MobileBench {
  private static final String COMMAND = "weft bench mobile";
  private static final String HELP =
      """
      Messages to mobile objects, beside bare messages of the same bytes, between two processes.

        --transport shm|threads   how the two ranks are joined (shm)
        --rounds N                how many slices of each kind (15)
        --json FILE               also write the figures to this file
        --help                    this help
      """;

  /// Two words and the header of a message to an object.
  private static final int WIRE_BYTES = 48;

  private static final int TRIPS = 20_000;
  private static final int MESSAGES = 200_000;
  private static final int OBJECTS = 1000;
  private static final int STATE = 1 << 20;
  private static final Codec<byte[]> BYTES =
      Codecs.of("bytes", (value, out) -> out.writeBytes(value), Reader::readBytes);

  private final World world;
  private final int rounds;
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

  /// Which object each message of a slice is for; drawn before, and read by both timed loops.
  private final int[] order = new SplittableRandom(1).ints(MESSAGES + 1, 0, OBJECTS).toArray();

  private long left;
  private long counted;
  private boolean done;
  private boolean isOver;

  private MobileBench(World world, int rounds) {
    this.world = world;
    this.rounds = rounds;
    objects = MobileObjects.of(world);
    type = objects.type("bench", BYTES);
    all = type.array("objects", 2 * OBJECTS, i -> new byte[0]);
    MobilePointer<byte[]> near = all.at(0);
    MobilePointer<byte[]> far = all.at(2 * OBJECTS - 1);
    boolean first = world.rank() == 0;
    var self = new MobileBench[] {this};
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
    answer = type.rsr0("answer", (it, object) -> self[0].ended.send(0));
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
  }

  private void counted(long last) {
    counted++;
    if (last != 0) {
      ended.send(0);
    }
  }

  private record Options(String transport, int rounds, @Nullable Path json, List<String> launch) {
    /// What is left over is for the launch.
    static @Nullable Options of(String... args) {
      var given = new BenchArguments(args);
      if (given.wantHelp()) {
        return null;
      }
      var options =
          new Options(
              given.one("--transport", "shm", "threads"),
              given.count("--rounds", 15),
              given.file("--json"),
              given.rest());
      if (!options.launch.isEmpty() && !options.launch.getFirst().startsWith("--weft-")) {
        given.checkAllKnown(HELP);
      }
      return options;
    }
  }

  /// See the help.
  public static void main(String[] args) {
    Options options = Mains.options(COMMAND, HELP, Options::of, args);
    if (options == null) {
      return;
    }
    var all = new ArrayList<>(List.of(args));
    if (!System.getenv().containsKey(JobVariables.RANK)) { // else this is one of the two
      all.addAll(List.of("--weft-ranks", "2", "--weft-transport", options.transport));
    }
    Weft.launch(
        all.toArray(String[]::new),
        world -> new MobileBench(world, options.rounds).run(options.json));
  }

  private void run(@Nullable Path json) {
    world.start();
    if (world.rank() == 1) {
      world.pollUntil(() -> isOver);
      world.quiesce();
      return;
    }
    var bareTrips = new double[rounds];
    var trips = new double[rounds];
    var bareRates = new double[rounds];
    var rates = new double[rounds];
    var states = new double[rounds];
    var moves = new double[rounds];
    long allocated = Long.MAX_VALUE;
    for (int round = -3; round < rounds; round++) {
      int at = Math.max(round, 0);
      bareTrips[at] = bareTrips();
      long before = OwnThread.allocated();
      trips[at] = trips();
      allocated = Math.min(allocated, OwnThread.allocated() - before);
      bareRates[at] = bareRate();
      rates[at] = rate();
      states[at] = state();
      moves[at] = move();
    }
    var report = new Report(System.out);
    report.table(
        "mobile",
        "Medians of " + rounds + " slices (" + world.transport() + ")",
        List.of("what", "rsrN", "object", "ratio"),
        List.of(
            row(report, "half round trip of 2 words, ns", bareTrips, trips, true, 1.5),
            row(report, "messages to 1000 objects at random, M/s", bareRates, rates, false, 0.4),
            row(report, "1 MiB until it answers there, us", states, moves, true, 1.3)));
    // Whole bytes: no object has less than 8, and what a slice allocates once at its beginning is
    // no part of a message.
    double perMessage = Math.floorDiv(allocated, TRIPS);
    report.limit("bytes allocated per message", "", perMessage, true, 0, "B");
    Mains.end(report, json, List.of());
    over.send(1);
    world.quiesce();
  }

  private static List<Object> row(
      Report report, String what, double[] bare, double[] mobile, boolean most, double limit) {
    double ratio = Statistics.median(mobile) / Statistics.median(bare);
    report.limit(what + ": object / rsrN", "", ratio, most, limit, "x");
    return List.of(what, Statistics.median(bare), Statistics.median(mobile), ratio);
  }

  private double await(long began) {
    world.pollUntil(() -> done);
    done = false;
    return System.nanoTime() - began;
  }

  private double bareTrips() {
    left = TRIPS;
    long began = System.nanoTime();
    bareTrip.send(1, payload, 0, WIRE_BYTES);
    return await(began) / (2.0 * TRIPS);
  }

  private double trips() {
    long began = System.nanoTime();
    trip.send(all.at(0), TRIPS, 7);
    return await(began) / (2.0 * TRIPS);
  }

  private double bareRate() {
    long began = System.nanoTime();
    for (int i = 1; i <= MESSAGES; i++) {
      payload.set(ValueLayout.JAVA_LONG, 0, order[i]);
      payload.set(ValueLayout.JAVA_LONG, 8, i == MESSAGES ? 1 : 0);
      bareCount.send(1, payload, 0, WIRE_BYTES);
    }
    return 1e3 * MESSAGES / await(began);
  }

  private double rate() {
    var targets = new MobilePointer<?>[OBJECTS];
    for (int i = 0; i < OBJECTS; i++) {
      targets[i] = all.at(OBJECTS + i);
    }
    @SuppressWarnings("unchecked")
    var pointers = (MobilePointer<byte[]>[]) targets;
    long began = System.nanoTime();
    for (int i = 1; i <= MESSAGES; i++) {
      count.send(pointers[order[i]], i, i == MESSAGES ? 1 : 0);
    }
    return 1e3 * MESSAGES / await(began);
  }

  private double state() {
    var value = new byte[STATE];
    long began = System.nanoTime();
    bareState.send(1, value);
    return await(began) / 1e3;
  }

  private double move() {
    MobilePointer<byte[]> object = type.create(new byte[STATE]);
    long began = System.nanoTime();
    objects.migrate(object, 1);
    answer.send(object);
    return await(began) / 1e3;
  }
}

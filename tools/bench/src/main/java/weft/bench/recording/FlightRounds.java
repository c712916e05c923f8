// SPDX-License-Identifier: Apache-2.0
package weft.bench.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import weft.Rsr0;
import weft.Weft;
import weft.WeftConfig;
import weft.World;

/// The cost of a handler before, during and after a recording of Flight Recorder. Two threads of
/// this JVM flood each other, as ranks of jobs that begin at those times.
final class FlightRounds {
  private static final int MESSAGES = 400_000;

  /// The time at which a job began, and at which its rounds were timed.
  enum When {
    BEFORE("began before a recording, timed before it"),
    DURING("began before a recording, timed during it"),
    RECORDED("began during a recording of weft.Handler, timed during it"),
    AFTER("began during a recording, timed after it"),
    LATER("began after a recording, timed after it");

    final String text;

    When(String text) {
      this.text = text;
    }
  }

  private final int rounds;
  private final List<List<Double>> nanos = new ArrayList<>();
  private int job;

  FlightRounds(int rounds) {
    this.rounds = rounds;
    for (When ignored : When.values()) {
      nanos.add(new ArrayList<>());
    }
  }

  /// The nanoseconds of a message in each round.
  double[] of(When when) {
    return nanos.get(when.ordinal()).stream().mapToDouble(Double::doubleValue).toArray();
  }

  void measure() {
    try (var recording = new Recording()) {
      recording.enable("weft.Handler").withoutStackTrace();
      job(When.BEFORE, recording::start, When.DURING);
      job(When.RECORDED, recording::stop, When.AFTER);
    }
    job(When.LATER, () -> {}, When.LATER);
  }

  /// A job whose rounds are timed twice, with `between` between them.
  private void job(When first, Runnable between, When second) {
    job++;
    try (var job = Weft.open(WeftConfig.ofRanks(2))) {
      job.run(world -> body(world, first, between, second));
    }
  }

  private void body(World world, When first, Runnable between, When second) {
    var flood = new RecordedFlood(world, 1, job);
    var over = new AtomicInteger();
    Rsr0 end = world.rsr0("end", source -> over.incrementAndGet());
    world.start();
    if (world.rank() == 0) {
      time(flood, first);
      between.run();
      time(flood, second);
      end.send(1);
    } else {
      world.pollUntil(() -> over.get() > 0);
    }
    world.quiesce();
  }

  private void time(RecordedFlood flood, When when) {
    flood.round(MESSAGES); // Lets the handlers be compiled, and a recording start.
    for (int round = 0; round < rounds; round++) {
      nanos.get(when.ordinal()).add(flood.round(MESSAGES));
    }
  }
}

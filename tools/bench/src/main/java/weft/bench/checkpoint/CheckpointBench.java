// SPDX-License-Identifier: Apache-2.0
package weft.bench.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.CommonOptions;
import weft.checkpoint.CheckpointPlan;
import weft.checkpoint.Checkpoints;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.mobile.MobileObjects;
import weft.mobile.MobileType;
import weft.model.measured.Statistics;
import weft.options.Options;

/// `weft bench checkpoint`: the time to save a state and to restore it, beside a plain write of the
/// same bytes to the same disk, and what a loop pays that saves nothing.
public final class CheckpointBench {
  private static final String COMMAND = "weft bench checkpoint";
  private static final int RANKS = 2;
  private static final int CALLS = 2_000_000;
  private static final Codec<double[]> DOUBLES = Codecs.of(double[].class);

  private final Settings settings;
  private final Report report;
  private final List<List<Object>> rows = new ArrayList<>();

  private CheckpointBench(Settings settings, Report report) {
    this.settings = settings;
    this.report = report;
  }

  /// The options of the benchmark.
  private record Settings(boolean quick, int rounds, Path folder, @Nullable Path json) {
    static Settings of(Options given) {
      boolean quick = CommonOptions.quick(given);
      var settings =
          new Settings(
              quick,
              CommonOptions.rounds(given, 7, 3),
              given.read(
                  "folder FOLDER", ".", Path::of, "a folder on the disk that is to be measured"),
              CommonOptions.json(given));
      given.end();
      return settings;
    }
  }

  /// Runs the benchmark.
  public static void main(String[] args) {
    Mains.run(
        COMMAND,
        () -> {
          Settings settings = Mains.options(COMMAND, "", Settings::of, args);
          if (settings != null) {
            Report report = Mains.report("threads", settings.rounds(), 0);
            new CheckpointBench(settings, report).measure();
            Mains.end(report, settings.json(), List.of());
          }
        });
  }

  private void measure() throws IOException {
    int large = settings.quick ? 64 : 1024;
    add("records, " + large + " MB in all", large << 20, 0);
    add("1,000 objects of 64 KB", 1000 << 16, 1000);
    int small = settings.quick ? 20_000 : 200_000;
    add(small + " objects of 200 bytes", small * 200L, small);
    report.table(
        "checkpoints",
        "Seconds to save and to restore a state of two ranks (threads), beside a plain write of as"
            + " many bytes with force, medians of "
            + settings.rounds
            + " rounds that take turns",
        List.of("state", "MB", "save", "write + force", "save / write", "restore"),
        rows);
    loop();
  }

  /// One state: of records alone, or of objects.
  private void add(String name, long bytes, int objects) throws IOException {
    var saves = new double[settings.rounds];
    var writes = new double[settings.rounds];
    var restores = new double[settings.rounds];
    long[] written = new long[1];
    for (int round = 0; round < settings.rounds; round++) {
      Path folder = Files.createTempDirectory(settings.folder, ".weft-bench");
      try {
        saves[round] = run(folder, bytes, objects, false, written);
        writes[round] = write(folder.resolve("plain"), written[0]);
        restores[round] = run(folder, bytes, objects, true, written);
      } finally {
        remove(folder);
      }
    }
    double save = Statistics.median(saves);
    double write = Statistics.median(writes);
    rows.add(
        List.of(name, written[0] / 1e6, save, write, save / write, Statistics.median(restores)));
    if (objects == 0) {
      report.limit("save of records / plain write with force", "", save / write, true, 1.5, "");
    }
  }

  /// Saves or restores the state, and returns the seconds that it took.
  private static double run(Path folder, long bytes, int objects, boolean restore, long[] written) {
    var seconds = new double[1];
    var random = new SplittableRandom(1);
    int length = (int) (bytes / Math.max(1, objects) / Double.BYTES);
    double[] cells = objects == 0 ? new double[length / RANKS] : random.doubles(length).toArray();
    CheckpointPlan plan = CheckpointPlan.NONE.withFolder(folder);
    try (Job job = Weft.open(WeftConfig.ofRanks(RANKS))) {
      job.run(world -> {
        MobileType<double[]> type = MobileObjects.of(world).type("cells", DOUBLES);
        Checkpoints<double[]> checkpoints =
            Checkpoints.of(world, DOUBLES, restore ? plan.withRestart(folder) : plan);
        world.start();
        long began = System.nanoTime();
        var restored = checkpoints.restored();
        if (restored != null) {
          double[] mine = restored.record(world.rank());
          if (mine.length != (objects == 0 ? cells.length : 0)) {
            throw new IllegalStateException("the record has " + mine.length + " values");
          }
        } else {
          for (int i = world.rank(); i < objects; i += RANKS) {
            type.create(cells.clone());
          }
          world.quiesce();
          began = System.nanoTime();
          checkpoints.save(() -> objects == 0 ? cells : new double[0]);
        }
        double took = (System.nanoTime() - began) * 1e-9;
        world.quiesce(); // restored objects go on
        if (world.rank() == 0) {
          seconds[0] = took;
          if (!restore) {
            written[0] = RANKS * Objects.requireNonNull(checkpoints.last()).bytes();
          }
        }
      });
    }
    return seconds[0];
  }

  /// Writes as many bytes to a file, and waits for the disk.
  private static double write(Path file, long bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    long began = System.nanoTime();
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long done = 0; done < bytes; ) {
        buffer.clear().limit((int) Math.min(buffer.capacity(), bytes - done));
        while (buffer.hasRemaining()) {
          done += out.write(buffer);
        }
      }
      out.force(true);
    }
    return (System.nanoTime() - began) * 1e-9;
  }

  /// What a loop pays for `saveIfDue` while no checkpoint is due.
  private void loop() throws IOException {
    Path folder = Files.createTempDirectory(settings.folder, ".weft-bench");
    var nanos = new double[settings.rounds];
    try (Job job = Weft.open(WeftConfig.ofRanks(RANKS))) {
      job.run(world -> {
        Checkpoints<double[]> checkpoints =
            Checkpoints.of(
                world,
                DOUBLES,
                CheckpointPlan.NONE.withFolder(folder).withEvery(Duration.ofHours(1)));
        world.start();
        for (int round = 0; round < settings.rounds; round++) {
          long began = System.nanoTime();
          for (int i = 0; i < CALLS; i++) {
            checkpoints.saveIfDue(() -> new double[0]);
          }
          if (world.rank() == 0) {
            nanos[round] = (double) (System.nanoTime() - began) / CALLS;
          }
        }
      });
    } finally {
      remove(folder);
    }
    double call = Statistics.median(nanos);
    report.say("A call of saveIfDue takes " + Report.text(call) + " ns while none is due.");
    report.limit("saveIfDue in each step of 1 ms", "", call / 1e6 * 100, true, 1, "%");
  }

  private static void remove(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> paths = new ArrayList<>(all.toList());
      Collections.reverse(paths);
      for (Path it : paths) {
        Files.deleteIfExists(it);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

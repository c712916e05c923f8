// SPDX-License-Identifier: Apache-2.0
package weft.bench.outofcore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.CommonOptions;
import weft.bench.peers.StorePeers;
import weft.model.measured.Statistics;
import weft.options.Options;

/// `weft bench outofcore`: what objects cost that are larger than memory. A random walk of messages
/// in smaller and smaller limits, beside the same work in memory; and the store beside the disk's
/// own rate. The percolation cycle of Table 10 of the DMCS paper is a program, `percolate`.
public final class OutOfCoreBench {
  private static final String COMMAND = "weft bench outofcore";

  /// A walk that computes may take this much longer than what it must do.
  private static final double MOST_WALK = 1.3;

  private static final double MOST_OPTION = 1.05;

  private final Settings settings;
  private final Report report;

  private OutOfCoreBench(Settings settings, Report report) {
    this.settings = settings;
    this.report = report;
  }

  /// The options of the benchmark.
  private record Settings(
      boolean quick, int rounds, Path folder, boolean peers, @Nullable Path json) {
    static Settings of(Options given) {
      boolean quick = CommonOptions.quick(given);
      var settings =
          new Settings(
              quick,
              CommonOptions.rounds(given, 7, 3),
              given.read(
                  "folder FOLDER", ".", Path::of, "a folder on the disk that is to be measured"),
              given.has("peers", "RocksDB and MVStore, too, which Maven fetches (70 MB)"),
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
            new OutOfCoreBench(settings, report).measure();
            Mains.end(report, settings.json(), List.of());
          }
        });
  }

  private void measure() throws IOException, InterruptedException {
    walk();
    store();
    answers();
  }

  /// The walk in memory, with the option, and in parts of the data; the rounds take turns.
  private void walk() {
    var walk = new RandomWalk(settings.folder, settings.quick ? 64 : 256, 1 << 16);
    double[] limits = {0, 2, 0.5, 0.25, 1.0 / 16};
    String[] names = {"no limit", "limit 2 × the data", "1/2", "1/4", "1/16"};
    var runs = new RandomWalk.Result[limits.length][settings.rounds];
    walk.run(0, settings.quick ? 500 : 2000); // compiled from here on
    for (int round = 0; round < settings.rounds; round++) {
      for (int i = 0; i < limits.length; i++) {
        runs[i][round] = walk.run(limits[i], settings.quick ? 4000 : 20_000);
      }
    }
    double[] coding = walk.coding();
    List<List<Object>> rows = new ArrayList<>();
    double memory = median(runs[0], RandomWalk.Result::seconds);
    for (int i = 0; i < limits.length; i++) {
      double seconds = median(runs[i], RandomWalk.Result::seconds);
      double read = median(runs[i], RandomWalk.Result::entered);
      double written = median(runs[i], RandomWalk.Result::left);
      double disk = median(runs[i], RandomWalk.Result::diskSeconds);
      double must = memory + (read * coding[0] + written * coding[1] + disk) / RandomWalk.RANKS;
      double hidden =
          disk == 0 ? 0 : 1 - Math.max(0, seconds - (must - disk / RandomWalk.RANKS)) / disk;
      rows.add(
          List.of(
              names[i],
              seconds,
              read,
              written,
              disk,
              must,
              seconds / must,
              100 * Math.max(0, hidden)));
      if (i == 1) {
        report.limit("all fits, limit / none", "", seconds / memory, true, MOST_OPTION, "");
      } else if (i == 3) {
        report.limit("data 4 × the limit / must", "", seconds / must, true, MOST_WALK, "");
      }
    }
    report.table(
        "walk",
        "A random walk over objects of 64 KB on two ranks (threads), each visit reads the whole"
            + " object: medians of "
            + settings.rounds
            + " rounds that take turns. \"Must\" is the time in memory, and that of encoding, decoding,"
            + " reading and writing what came and went, if both ranks' cores share it evenly",
        List.of(
            "limit / data", "s", "came", "went", "disk s", "must s", "s / must", "disk hidden, %"),
        rows);
  }

  /// The answers of a rank whose objects work all the time.
  private void answers() {
    var rank = new LoadedRank(settings.folder, 1 << 16, settings.quick ? 200 : 2000);
    var inMemory = new double[settings.rounds];
    var onDisk = new double[settings.rounds];
    for (int round = 0; round < settings.rounds; round++) {
      inMemory[round] = rank.run(false);
      onDisk[round] = rank.run(true);
    }
    double memory = Statistics.median(inMemory);
    double disk = Statistics.median(onDisk);
    report.table(
        "answers",
        "µs until a rank answers whose objects of 64 KB work all the time; medians",
        List.of("all in memory", "a quarter in memory"),
        List.of(List.of(memory * 1e6, disk * 1e6)));
    report.limit("answer of a rank that loads / that computes", "", disk / memory, true, 2, "");
  }

  private interface Value {
    double of(RandomWalk.Result result);
  }

  private static double median(RandomWalk.Result[] results, Value value) {
    var values = new double[results.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value.of(results[i]);
    }
    return Statistics.median(values);
  }

  /// Puts and gets of the store beside bare writes and reads of the same file system.
  private void store() throws IOException, InterruptedException {
    StorePeers peers = settings.peers ? StorePeers.open(report) : null;
    List<List<Object>> beside = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    for (boolean direct : new boolean[] {false, true}) {
      for (int bytes : new int[] {4 << 10, 64 << 10, 1 << 20}) {
        var disk = new BareDisk(settings.folder, direct);
        if (direct && !disk.isDirect()) {
          report.say("This file system has no direct transfers.");
          disk.close();
          break;
        }
        try (disk) {
          var store = disk.storeTimes(bytes, settings.rounds, settings.quick);
          var bare = disk.bareTimes(bytes, settings.rounds, settings.quick);
          rows.add(
              List.of(
                  Report.size(bytes) + (direct ? " direct" : " cached"),
                  store[0] * 1e6,
                  bare[0] * 1e6,
                  store[0] / bare[0],
                  store[1] * 1e6,
                  bare[1] * 1e6,
                  store[1] / bare[1]));
          if (peers != null && !direct) {
            beside.add(beside(peers, bytes, store));
          }
        }
      }
    }
    report.table(
        "store",
        "µs to store and to read an object with its checksum, beside bare transfers of as many"
            + " bytes by one thread; medians",
        List.of("object", "put", "write", "put / write", "get", "read", "get / read"),
        rows);
    if (!beside.isEmpty()) {
      report.table(
          "stores",
          "µs to put and to get an object, with the page cache; medians",
          List.of("object", "Weft put", "RocksDB", "MVStore", "Weft get", "RocksDB", "MVStore"),
          beside);
    }
  }

  private List<Object> beside(StorePeers peers, int bytes, double[] own)
      throws IOException, InterruptedException {
    int count = BareDisk.count(bytes, settings.quick);
    List<double[]> others = peers.times(settings.folder, settings.rounds, count, bytes);
    List<Object> row = new ArrayList<>(List.of(Report.size(bytes)));
    for (int way = 0; way < own.length; way++) {
      row.add(own[way] * 1e6);
      for (double[] times : others) {
        row.add(times[way] * 1e6);
      }
    }
    return row;
  }
}

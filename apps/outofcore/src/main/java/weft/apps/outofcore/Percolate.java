// SPDX-License-Identifier: Apache-2.0
package weft.apps.outofcore;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import weft.Rsr0;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.apps.common.Gain;
import weft.apps.common.Headline;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;
import weft.outofcore.Residence;

/// The percolation cycle: objects rise from the disk of a server to an engine, are worked on, and
/// sink again (DMCS, section 6.3 and Table 10).
public final class Percolate {
  private static final int SERVER = 0;

  /// The objects of each size, which take turns.
  private static final int OBJECTS = 8;

  private static final Codec<byte[]> CODEC = Codecs.of(byte[].class);

  private final World world;
  private final PercolateOptions options;
  private final BareCycle bare;
  private final Residence residence;
  private final MobileType<byte[]> type;
  private final MobileRsr0<byte[]> work;
  private int worked;
  private int objects;

  /// Every rank creates it, before [World#start].
  Percolate(World world, PercolateOptions options) {
    this.world = world;
    this.options = options;
    this.bare = new BareCycle(world, options.largest());
    MobileObjects mobile = MobileObjects.of(world);
    this.residence = Residence.of(mobile);
    residence.servers(1).in(options.folder()).limit(2L * OBJECTS * (options.largest() + 64));
    this.type = mobile.type("parcel", CODEC);
    Rsr0 done = world.rsr0("worked", source -> worked++);
    this.work = type.rsr0("work", (self, parcel) -> done.send(SERVER));
    this.work.reads();
  }

  /// Runs the program. `--help` shows its options. If they are not valid, it exits with 2, after
  /// one sentence on standard error.
  public static void main(String[] args) {
    AppProgram.launch("percolate", args, Percolate::run);
  }

  /// The body of every rank.
  ///
  /// @throws BadInputException at rank 0, with the sentence for the user
  static void run(World world) {
    PercolateOptions options =
        AppProgram.options(world, () -> PercolateOptions.parse(world.args()));
    if (options == null) {
      return;
    }
    if (world.size() < 2) {
      throw new BadInputException(
          "percolate needs a server and an engine; give 2 ranks or more (-n 2)");
    }
    if (Residence.of(MobileObjects.of(world)).limit() > 0) {
      if (world.rank() != SERVER) {
        return; // rank 0 says why
      }
      throw new BadInputException(
          "percolate sets the limits of its ranks itself; run it without --objects");
    }
    var percolate = new Percolate(world, options);
    world.start();
    Headline.print(world, "percolate: objects rise from a disk and sink again", 3);
    if (world.rank() == SERVER) {
      System.out.print(percolate.table());
    }
    world.quiesce();
  }

  /// What a cycle of one size takes, in seconds.
  ///
  /// @param whole from the message to an object on disk until it is there again
  /// @param together the same, if eight objects go round at once
  /// @param disk the reads and writes in `whole`
  /// @param wire the same bytes to an engine and back, put with a handler behind them
  /// @param byHand `wire` with a file that is read before and written after it
  record Cycle(int bytes, double whole, double together, double disk, double wire, double byHand) {
    /// What Weft takes.
    double own() {
      return Math.max(0, whole - disk - wire);
    }
  }

  /// Measures all sizes, on rank 0, while the other ranks wait.
  List<Cycle> cycles() {
    List<Cycle> all = new ArrayList<>();
    for (int bytes : options.bytes()) {
      all.add(cycle(bytes));
    }
    return all;
  }

  private Cycle cycle(int bytes) {
    List<MobilePointer<byte[]>> parcels = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      parcels.add(type.create(new byte[bytes]));
    }
    objects += OBJECTS;
    rise(parcels); // they sink for the first time
    int cycles = options.cycles();
    var before = new double[1];
    double whole =
        Times.median(
            cycles,
            cycle -> {
              if (cycle == 0) {
                before[0] = residence.counters().diskSeconds();
              }
              rise(List.of(parcels.get(Math.floorMod(cycle, OBJECTS))));
            });
    double disk = (residence.counters().diskSeconds() - before[0]) / cycles;
    double together = Times.median(Math.max(1, cycles / OBJECTS), round -> rise(parcels)) / OBJECTS;
    try {
      return new Cycle(
          bytes,
          whole,
          together,
          disk,
          bare.wire(bytes, cycles),
          bare.whole(bytes, cycles, options.folder()));
    } catch (IOException e) {
      throw new BadInputException(
          "percolate cannot use a file in "
              + options.folder()
              + ": "
              + e
              + "; give another folder (--folder)",
          e);
    }
  }

  /// Sends each parcel a message, and waits until all are on the disk again.
  private void rise(List<MobilePointer<byte[]>> parcels) {
    int before = worked;
    for (MobilePointer<byte[]> parcel : parcels) {
      work.send(parcel);
    }
    world.pollUntil(
        () -> worked == before + parcels.size() && residence.counters().absent() == objects);
  }

  private String table() {
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    text.format(
        "  %d cycles of each size, microseconds a cycle (medians, disk: mean)%n", options.cycles());
    text.format(
        "  %10s %9s %9s %9s %9s %7s %9s %9s%n",
        "bytes", "whole", "disk", "wire", "Weft", "Weft %", "by hand", "8 at once");
    double gained = 0;
    for (Cycle it : cycles()) {
      gained += Math.log(it.whole() / it.together()) / options.bytes().size();
      text.format(
          "  %10d %9.1f %9.1f %9.1f %9.1f %7.1f %9.1f %9.1f%n",
          it.bytes(),
          it.whole() * 1e6,
          it.disk() * 1e6,
          it.wire() * 1e6,
          it.own() * 1e6,
          100 * it.own() / it.whole(),
          it.byHand() * 1e6,
          it.together() * 1e6);
    }
    double ratio = Math.exp(gained);
    text.format(
        "%s",
        Gain.line(
            ratio,
            String.format(
                Locale.ROOT,
                "eight objects at once are %.1f times as fast as one after the other",
                ratio)));
    return text.toString();
  }
}

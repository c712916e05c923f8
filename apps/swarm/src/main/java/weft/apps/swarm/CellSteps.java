// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import weft.Frame;
import weft.World;
import weft.apps.common.TimedWaits;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileRsrN;
import weft.mobile.MobileType;
import weft.mobile.Self;

/// The cells of the torus as an array of mobile objects, and their messages.
final class CellSteps {
  /// Words of a message before the particles: the phase.
  private static final int HEAD = 1;

  /// A rank that shares its processor may wait milliseconds for it. Later waits make up for this,
  /// because it represents no computation.
  private static final long MOST_OWED = 20_000_000;

  private final World world;
  private final MobileObjects objects;
  private final int timed;
  private final TimedWaits waits = new TimedWaits(MOST_OWED);
  private final int grid;
  private final MobileArray<SwarmCell> cells;
  private final MobileRsr1<SwarmCell> advance;
  private final MobileRsrN<SwarmCell> part;

  /// Nanoseconds in handlers of cells on this rank. If waits represent computations, only the waits
  /// count, because ranks that share processors also delay each other inside handlers.
  private long busy;

  /// The same by the rank to which each cell belongs at first: what ranks would spend if no cell
  /// moved.
  private final long[] busyAtFirst;

  private final long[] firstRank;

  /// Registers the types and handlers. Every rank calls it before [World#start].
  CellSteps(World world, MobileObjects objects, SwarmOptions options) {
    this.world = world;
    this.objects = objects;
    this.timed = options.timed();
    this.grid = options.grid();
    this.busyAtFirst = new long[world.size()];
    this.firstRank = new long[grid * grid];
    MobileType<SwarmCell> type = objects.type("cell", SwarmCell.CODEC);
    if (!options.measured()) {
      int soon = options.every();
      type.load(timed > 0 ? cell -> cell.pairsSoon(soon) : cell -> cell.workSoon(soon));
    }
    advance =
        type.rsr1(
            "advance",
            (self, cell, until) -> {
              long began = System.nanoTime();
              cell.goOnUntil((int) until);
              goOn(cell);
              handled(cell, began);
            });
    part = type.rsrN("part", this::partCame);
    double[][] placed = place(options);
    cells =
        type.array(
            "cells",
            (long) grid * grid,
            i -> {
              var cell = new SwarmCell((int) i, grid);
              cell.place(placed[(int) i]);
              return cell;
            });
  }

  /// All particles by cells. Every rank draws all of them.
  private static double[][] place(SwarmOptions options) {
    int grid = options.grid();
    List<double[]> placed = new ArrayList<>();
    var counts = new int[grid * grid];
    var random = new SplittableRandom(options.seed());
    for (int i = 0; i < options.particles(); i++) {
      double[] particle = {i, random.nextDouble(), random.nextDouble()};
      placed.add(particle);
      counts[SwarmCell.cellOf(particle[SwarmCell.X], particle[SwarmCell.Y], grid)]++;
    }
    var all = new double[grid * grid][];
    Arrays.setAll(all, i -> new double[counts[i] * SwarmCell.WIDTH]);
    Arrays.fill(counts, 0);
    for (double[] particle : placed) {
      int cell = SwarmCell.cellOf(particle[SwarmCell.X], particle[SwarmCell.Y], grid);
      System.arraycopy(particle, 0, all[cell], SwarmCell.WIDTH * counts[cell]++, SwarmCell.WIDTH);
    }
    return all;
  }

  /// Runs until `step` steps are done. Collective.
  void run(int step) {
    if (world.rank() == 0) {
      advance.broadcast(cells, step);
    }
    world.quiesce();
  }

  /// Passes the cells on this rank to `action`. No object may be moving between ranks.
  void forEachHere(Consumer<SwarmCell> action) {
    for (long i = 0; i < (long) grid * grid; i++) {
      SwarmCell cell = objects.here(cells.at(i));
      if (cell != null) {
        action.accept(cell);
      }
    }
  }

  /// Notes which rank each cell belongs to at first. Collective, before the first step.
  void noteFirstRanks(Group group) {
    forEachHere(cell -> firstRank[cell.index] = world.rank());
    group.allreduce(firstRank, Operator.SUM);
  }

  /// Nanoseconds in handlers here since the last call, by the rank to which the cells belong at
  /// first.
  long[] takeBusyAtFirst() {
    long[] taken = busyAtFirst.clone();
    Arrays.fill(busyAtFirst, 0);
    return taken;
  }

  /// Nanoseconds in handlers of cells on this rank since the last call.
  long takeBusy() {
    long taken = busy;
    busy = 0;
    return taken;
  }

  private void partCame(Self<SwarmCell> self, SwarmCell cell, Frame frame) {
    long began = System.nanoTime();
    var values = new double[(int) (frame.size() / Double.BYTES) - HEAD];
    frame.copyTo((long) Double.BYTES * HEAD, values, 0, values.length);
    cell.take((int) frame.getDouble(0), values);
    goOn(cell);
    handled(cell, began);
  }

  private void handled(SwarmCell cell, long began) {
    if (timed == 0) {
      count(cell, System.nanoTime() - began);
    }
  }

  private void count(SwarmCell cell, long nanos) {
    busy += nanos;
    busyAtFirst[(int) firstRank[cell.index]] += nanos;
  }

  private void goOn(SwarmCell cell) {
    boolean goesOn = true;
    while (goesOn) {
      goesOn = false;
      if (cell.begins()) {
        double[] message = message(cell.phase(), cell.particles());
        for (int way = 0; way < SwarmCell.AROUND; way++) {
          part.send(cells.at(cell.neighbour(way)), message);
        }
      }
      if (cell.isComplete()) {
        if (cell.isMoving()) {
          move(cell);
        } else {
          cell.settle();
        }
        goesOn = true;
      }
    }
  }

  private void move(SwarmCell cell) {
    long began = System.nanoTime();
    double[][] left = cell.move();
    if (timed > 0) {
      waits.await(began, timed * cell.pairs());
      count(cell, System.nanoTime() - began);
    }
    for (int way = 0; way < SwarmCell.AROUND; way++) {
      part.send(cells.at(cell.neighbour(way)), message(cell.phase(), left[way]));
    }
  }

  private static double[] message(int phase, double[] values) {
    var message = new double[HEAD + values.length];
    message[0] = phase;
    System.arraycopy(values, 0, message, HEAD, values.length);
    return message;
  }
}

// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.List;
import java.util.function.BooleanSupplier;
import weft.JobFailedException;
import weft.World;

/// Runs a program on one rank and records the exception that it throws.
final class RankShell {
  /// The time for which a failed rank keeps the job alive, so that other ranks reach their own
  /// failures.
  private static final long LINGER_NANOS = 400_000_000;

  private RankShell() {}

  static void run(
      RankProgram program, World world, RankLog log, List<String> args, BooleanSupplier othersOver)
      throws Exception {
    try {
      program.run(world, log, args);
      log.ended();
    } catch (Throwable thrown) {
      log.thrown(thrown);
      if (!(thrown instanceof JobFailedException) && !program.failsOnPurpose()) {
        linger(world, othersOver);
      }
      throw thrown;
    }
  }

  /// Continues to poll, because other ranks may wait for handlers of this rank.
  private static void linger(World world, BooleanSupplier othersOver) {
    long end = System.nanoTime() + LINGER_NANOS;
    try {
      while (System.nanoTime() < end && !othersOver.getAsBoolean()) {
        world.poll();
        Thread.sleep(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      // The job has failed meanwhile or fails now; the first exception of this rank counts.
    }
  }

  /// A new instance of the program `name`.
  static RankProgram program(String name) {
    try {
      var constructor = Class.forName(name).getDeclaredConstructor();
      constructor.setAccessible(true);
      return (RankProgram) constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          name + " must have a constructor without arguments: " + e, e);
    }
  }
}

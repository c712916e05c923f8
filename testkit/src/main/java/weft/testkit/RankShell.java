// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.List;
import java.util.function.BooleanSupplier;
import weft.JobFailedException;
import weft.World;

/// Runs a program on one rank and keeps what it throws.
final class RankShell {
  /// How long a rank that fails keeps the job alive, so that the others come to their own failures.
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

  /// Goes on receiving, because the others may wait for what this rank's handlers do.
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
      // The job has failed meanwhile, or fails now: what this rank threw first is what counts.
    }
  }

  /// A new instance of the program called `name`.
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

// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import weft.WeftException;
import weft.World;
import weft.collective.internal.engine.Context;
import weft.collective.internal.engine.Core;
import weft.collective.internal.engine.GroupCall;
import weft.collective.internal.wire.WorldWire;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.EngineLimits;
import weft.files.FileException;
import weft.files.InputFile;
import weft.layer.Layer;
import weft.transport.JobVariables;

/// The engine and the settings that all groups of one rank share.
final class RankCollectives {
  /// The environment variable that names a file with a table of choices.
  private static final String CHOICES = "WEFT_CHOICES";

  private static final int LARGEST_CHOICES = 1 << 24;

  /// The number of group numbers that [#used] checks.
  static final int NUMBERS = 64 * 4;

  /// The divisor of the rank's budget for early arrivals.
  private static final int PART = 4;

  final World world;
  final Layer layer;
  final Core core;

  /// The limits of operations and messages that the engine follows.
  final EngineLimits limits;

  /// The generation of the last group created by this rank, or by a rank that created one with it.
  long generation;

  private boolean allReturned;

  /// Returns the table of choices that the launcher gave all ranks; else the one that the
  /// environment names; else the built-in one. All ranks have the same.
  static Choices choices(World world) {
    Choices builtIn = Layer.of(world).memory().isShared() ? Choices.builtIn() : Choices.apart();
    String given = System.getenv(JobVariables.CHOICES);
    if (given != null && !given.isEmpty()) {
      String text = new String(Base64.getDecoder().decode(given), StandardCharsets.UTF_8);
      List<String> lines = text.lines().toList();
      return Choices.parse(lines.getFirst().substring(1).strip(), lines, builtIn);
    }
    String file = System.getenv(CHOICES);
    if (file == null || file.isEmpty()) {
      return builtIn;
    }
    try {
      return Choices.parse(file, InputFile.lines(Path.of(file), LARGEST_CHOICES), builtIn);
    } catch (FileException e) {
      throw new WeftException(
          CHOICES + " names the table of choices " + file + ", which cannot be read: " + e.reason(),
          e);
    }
  }

  RankCollectives(World world, Choices choices) {
    this.world = world;
    this.layer = Layer.of(world);
    if (layer.calls().isStarted()) {
      throw new IllegalStateException(
          "rank "
              + world.rank()
              + " calls Group.world for the first time after World.start(); it registers handlers:"
              + " call it before, on every rank");
    }
    var wire = new WorldWire(world);
    EngineLimits most =
        EngineLimits.of(world.size(), wire.frameBytes(), layer.counts().budget() / PART);
    boolean shares = layer.memory().isShared();
    this.limits =
        new EngineLimits(most.eager(), most.tokens(), most.window(), most.piece(), shares);
    this.core =
        new Core(
            wire,
            limits,
            (shape, algorithm, element) -> {
              choices.choose(shape);
              return true;
            },
            Algorithms::get);
    wire.connect(core);
    layer.waiting().describe(core::describe);
    layer.moments().atEnd(core::bodyReturned);
    // After the last body has returned no call is missing that a rank still waits for.
    layer.moments().whenAllReturned(() -> allReturned = true);
    layer
        .moments()
        .whenWaitingLong(() -> {
          if (!allReturned) {
            core.sendCalled();
          }
        });
  }

  /// Starts an operation. Flushes its messages, because other ranks wait for them whatever this
  /// rank does next.
  void start(Context context, GroupCall call) {
    core.calls().start(context, call);
    layer.messages().flush();
  }

  /// Sets a bit, from word `at`, for each group number from `first` that this rank uses, for a new
  /// group within `parent`.
  void used(Context parent, int first, long[] words, int at) {
    for (int i = 0; i < NUMBERS / 64; i++) {
      long word = 0;
      for (int bit = 0; bit < 64; bit++) {
        word |= core.groups().uses(first + 64 * i + bit, parent) ? 1L << bit : 0;
      }
      words[at + i] = word;
    }
  }

  /// Forgets the groups that all ranks have left. `words` has the bits of all members of `parent`.
  void forget(Context parent, int first, long[] words) {
    for (int i = 0; i < NUMBERS; i++) {
      if ((words[i / 64] >>> i & 1) == 0) {
        core.groups().forget(first + i, parent);
      }
    }
  }
}

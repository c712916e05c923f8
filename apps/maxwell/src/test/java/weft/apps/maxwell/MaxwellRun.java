// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.apps.common.BadInputException;
import weft.apps.common.NoResultException;
import weft.apps.common.UnfinishedException;
import weft.checkpoint.CheckpointPlan;
import weft.options.OptionException;

/// What the program prints, and the sentence with which it refuses.
///
/// @param text what it printed
/// @param refusal the sentence, or null
record MaxwellRun(String text, @Nullable String refusal) {
  static MaxwellRun of(int ranks, String... args) {
    return of(ranks, CheckpointPlan.NONE, args);
  }

  static MaxwellRun of(int ranks, CheckpointPlan plan, String... args) {
    var bytes = new ByteArrayOutputStream();
    var refusal = new AtomicReference<@Nullable String>();
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks).withArgs(List.of(args)))) {
      job.run(world -> {
        try {
          MaxwellProgram.run(world, plan, new PrintStream(bytes, true, UTF_8));
        } catch (BadInputException | OptionException | NoResultException | UnfinishedException e) {
          refusal.set(e.getMessage());
        }
      });
    }
    return new MaxwellRun(bytes.toString(UTF_8), refusal.get());
  }
}

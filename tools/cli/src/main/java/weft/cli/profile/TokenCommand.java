// SPDX-License-Identifier: Apache-2.0
package weft.cli.profile;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.WeftException;
import weft.cli.CommandException;
import weft.transport.job.UserSecret;

/// `weft token`: makes the secret from which the tokens of a user's jobs are derived.
@Command(
    name = "token",
    customSynopsis = "weft token [NAME]",
    sortOptions = false,
    description = {
      "Makes the secret by which the ranks of your jobs know each other, unless there is",
      "one, and says where it is. With NAME it prints the token of a job, which follows",
      "from the secret and that name: WEFT_TOKEN=$(weft token NAME).",
      ""
    },
    footer = {"", "Jobs of Slurm find the secret themselves where the hosts share the home."})
public final class TokenCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "A name that no other job of yours has.")
  @Nullable String name;

  private final PrintStream out;
  private final Map<String, String> environment;

  /// Writes to `out`.
  public TokenCommand(PrintStream out, Map<String, String> environment) {
    this.out = out;
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (name != null) {
      try {
        out.println(UserSecret.token(environment, "name " + name));
      } catch (WeftException e) {
        throw CommandException.usage("There is no token: " + e.getMessage() + ".");
      }
      return 0;
    }
    try {
      boolean isNew = UserSecret.make(environment);
      // It must also be usable.
      String _ = UserSecret.token(environment, "");
      out.println(
          "The secret of your jobs is in "
              + UserSecret.path(environment)
              + (isNew ? "; nobody else can read it." : ", as before."));
    } catch (WeftException e) {
      throw CommandException.failure("The secret cannot be used: " + e.getMessage() + ".");
    } catch (IOException e) {
      throw CommandException.failure(
          "The secret "
              + UserSecret.path(environment)
              + " cannot be written: "
              + e.getMessage()
              + ".");
    }
    return 0;
  }
}

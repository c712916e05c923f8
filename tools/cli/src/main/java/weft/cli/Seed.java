// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.Map;
import java.util.Random;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Parses the seed of `--check`: the given number, or else a new one in every run. After a space, a
/// word that is not a number is the program. After an equals sign it is an error.
final class Seed implements IParameterPreprocessor {
  private static final int BOUND = 1_000_000;

  @Override
  public boolean preprocess(
      Stack<String> rest, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    boolean attached = "=".equals(info.get("separator"));
    boolean given = !rest.isEmpty() && rest.peek().matches("-?\\d{1,18}");
    if (attached && !given) {
      throw new ParameterException(
          command.commandLine(),
          "--check="
              + rest.peek()
              + " has no seed: give a whole number of at most 18 digits, or --check alone.");
    }
    option.setValue(given ? Long.parseLong(rest.pop()) : new Random().nextLong(BOUND));
    return true;
  }
}

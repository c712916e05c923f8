// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.system.ProjectTree;
import weft.system.lab.NeedsLab;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// Every block of the documents that is marked `console` is typed as it stands, and prints what it
/// shows.
///
/// A line that begins with `$ ` is a command; the lines up to the next one are what it prints, on
/// both streams, in any order, since ranks run at the same time. `…` stands for any text, and as a
/// line of its own for any lines. A command ends with exit code 0 unless `$ echo $?` comes next.
@Sampled
final class CommandsTest {
  private static final String ANY = "…";
  private static final String ASK = "echo $?";

  private record Command(String line, List<String> output) {}

  private static final long SEED = Chaos.seed(0);

  static List<Markdown.Block> blocks() {
    return sample(Markdown.blocks("console"));
  }

  static List<Markdown.Block> labBlocks() {
    return sample(Markdown.blocks("console lab"));
  }

  private static List<Markdown.Block> sample(List<Markdown.Block> blocks) {
    return blocks.stream()
        .filter(block -> Effort.current().samples(block.toString(), SEED))
        .toList();
  }

  /// Blocks that need root and namespaces are marked `console lab`.
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("labBlocks")
  @ExtendWith(NeedsLab.class)
  void printsWhatItShowsInALab(Markdown.Block block) throws Exception {
    printsWhatItShows(block);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("blocks")
  void printsWhatItShows(Markdown.Block block) throws Exception {
    try (Shell shell = Shell.open()) {
      check(block, shell);
    }
  }

  private static void check(Markdown.Block block, Shell shell) throws Exception {
    List<Command> commands = commands(block);
    for (int i = 0; i < commands.size(); i++) {
      Command command = commands.get(i);
      Shell.Result result = shell.run(command.line);
      String all = String.join("\n", result.lines());
      assertThat(unexpected(command.output, result.lines()))
          .as("lines of '%s' that %s does not show; all:\n%s", command.line, block, all)
          .isEmpty();
      int exitCode = 0;
      if (i + 1 < commands.size() && commands.get(i + 1).line.equals(ASK)) {
        i++;
        exitCode = Integer.parseInt(commands.get(i).output.get(0));
      }
      assertThat(result.exitCode())
          .as("exit code of '%s':\n%s", command.line, all)
          .isEqualTo(exitCode);
    }
  }

  private static List<Command> commands(Markdown.Block block) {
    var commands = new ArrayList<Command>();
    for (String line : block.text()) {
      if (line.startsWith("$ ")) {
        commands.add(new Command(line.substring(2), new ArrayList<>()));
      } else {
        assertThat(commands).as("%s begins with a command", block).isNotEmpty();
        commands.getLast().output.add(line);
      }
    }
    return commands;
  }

  /// What was printed and is not shown; fails when something shown was not printed.
  private static List<String> unexpected(List<String> shown, List<String> printed) {
    var rest = new ArrayList<>(printed);
    for (String line : shown) {
      if (!line.equals(ANY)) {
        Pattern pattern = pattern(line);
        String found =
            rest.stream().filter(it -> pattern.matcher(it).matches()).findFirst().orElse(null);
        assertThat(found)
            .as("'%s' in the output:\n%s", line, String.join("\n", printed))
            .isNotNull();
        rest.remove(found);
      }
    }
    return shown.contains(ANY) ? List.of() : rest;
  }

  private static Pattern pattern(String line) {
    var pattern = new StringBuilder();
    for (String part : line.split(ANY, -1)) {
      pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.compile(pattern.toString());
  }

  @Test
  void theReadmeAndTheGuideHaveSome() {
    assertThat(Markdown.blocks("console"))
        .extracting(Markdown.Block::file)
        .contains(
            ProjectTree.root().resolve("README.md"),
            ProjectTree.root().resolve("docs/guide/errors.md"));
    assertThat(Markdown.blocks("console lab")).isNotEmpty();
  }
}

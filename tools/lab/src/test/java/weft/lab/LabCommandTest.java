// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import weft.cli.Main;

/// What `weft lab` says before there is a lab; the rest needs root, and is a system test.
class LabCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int weft(String... args) {
    return new Main(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)).run(args);
  }

  @Test
  void shouldShowItsCommands() {
    assertThat(weft("lab")).isZero();
    assertThat(out.toString(UTF_8)).contains("  run ", "  exec ", "  do ", "  check ", "  clean ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "exec", "do"})
  void shouldHelpWithEachCommand(String command) {
    assertThat(weft("lab", command, "--help")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("Usage: weft lab " + command);
    assertThat(out.toString(UTF_8).lines()).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "check", "clean"})
  void shouldShowItsHelpForThoseThatTakeNothing(String command) {
    assertThat(weft("lab", command, "--help")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("Usage: weft lab COMMAND");
    assertThat(weft("lab", command, "x")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("weft lab " + command + " takes no arguments");
  }

  @Test
  void shouldSuggestACommand() {
    assertThat(weft("lab", "chekc")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .startsWith("weft: There is no command lab chekc. Did you mean check?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--hosts 0|--hosts must be 1 to 64.",
        "--rate fast|fast is not a rate",
        "--rates h7=1mbit|There is no host h7 in this lab. There are: h0 to h1.",
        "--rates h1|--rates h1: write HOST=RATE, such as h2=10mbit.",
        "--at cut=h1|'cut=h1' does not begin with a time",
        "--at 1s:cut=h2|There is no host h2 in this lab.",
        "--expect-traffic much|Invalid value for option '--expect-traffic'"
      })
  void shouldRefuseAWrongLineBeforeThereIsALab(String options, String sentence) {
    String[] words = ("lab run " + options + " -- true").split(" ", -1);
    assertThat(weft(words)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(sentence);
  }

  @Test
  void shouldSayWhatItNeeds() {
    int code = weft("lab", "check");
    assertThat(out.toString(UTF_8))
        .contains("Linux", "root")
        .contains(code == 0 ? "A lab is possible here." : "A lab is not possible here.");
    assertThat(code).isIn(0, 2);
  }
}

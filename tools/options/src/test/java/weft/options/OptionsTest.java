// SPDX-License-Identifier: Apache-2.0
package weft.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What command lines mean.
final class OptionsTest {
  private enum Way {
    BY_HAND,
    BY_LUCK
  }

  private record Read(
      int n,
      double real,
      boolean report,
      Way way,
      List<Integer> sizes,
      @Nullable Path gif,
      @Nullable String tail,
      long seed) {
    static Read of(String line) {
      List<String> args = line.isEmpty() ? List.of() : List.of(line.split(" "));
      var given = new Options("prog", "prog [options]\n\nWorks.\n", args);
      var read =
          new Read(
              given.count("n N", 1, 0, 9, "the number"),
              given.real("real X", 0.5, 0, 1, "a part"),
              given.has("report", "print lines"),
              given.one("by WAY", "how it works", Way.values()),
              given.counts("sizes S,S", "3,4", 1, 5, "sizes"),
              given.file("gif FILE", ".gif", "an animation"),
              given.text("tail T", "the end"),
              given.whole("seed S", 7, "the seed"));
      given.exclude("gif", "tail");
      given.require(read.n != 8 || read.report, "--n %d needs --report".formatted(read.n));
      given.end();
      return read;
    }
  }

  @Test
  void defaultsAndValues() {
    assertThat(Read.of(""))
        .isEqualTo(new Read(1, 0.5, false, Way.BY_HAND, List.of(3, 4), null, null, 7));
    assertThat(Read.of("--n 5 --report --by=by-luck --sizes 1,2 --real 0 --gif=x=y.GIF --seed -3"))
        .isEqualTo(new Read(5, 0, true, Way.BY_LUCK, List.of(1, 2), Path.of("x=y.GIF"), null, -3));
    assertThat(Read.of("--tail=--end").tail()).isEqualTo("--end");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --m 5            | "--m" is not an option of prog
          n                | "n" is not an option of prog
          --               | "--" is not an option of prog
          --report=yes     | "--report" is not an option of prog
          --report yes     | "yes" is not an option of prog
          --by             | the option --by needs a value after it
          --by --report    | the option --by needs a value after it
          --by guess       | --by is one of by-hand, by-luck, not guess
          --n 1 --n=2      | the option --n is given twice
          --n 10           | --n 10 is not possible; give a whole number from 0 to 9
          --n -1           | --n -1 is not possible
          --n many         | --n many is not possible
          --seed 1.5       | --seed 1.5 is not possible; give a whole number
          --real NaN       | --real NaN is not possible; give a number from 0 to 1
          --sizes 3,6      | --sizes 6 is not possible; give a whole number from 1 to 5
          --sizes 3,       | --sizes  is not possible
          --gif a.png      | --gif writes a GIF file, but its name is a.png
          --gif a.gif --tail b | --gif and --tail exclude each other; give one of them
          --n 8            | --n 8 needs --report
          --n 10 --m 5     | "--m" is not an option of prog
          """)
  void everySentenceNamesTheOptions(String line, String sentence) {
    assertThatThrownBy(() -> Read.of(line))
        .isInstanceOf(OptionException.class)
        .hasMessageStartingWith(sentence)
        .hasMessageEndingWith(
            "; the options of prog are --n, --real, --report, --by, --sizes, --gif, --tail, --seed");
  }

  @ParameterizedTest
  @CsvSource({"--help", "-h", "--n 99 --help", "--what --help"})
  void helpShowsEveryOption(String line) {
    assertThatThrownBy(() -> Read.of(line))
        .isInstanceOf(HelpWanted.class)
        .hasMessage(
            """
            prog [options]

            Works.

              --n N        the number, 0 to 9 (1)
              --real X     a part, 0 to 1 (0.5)
              --report     print lines
              --by WAY     how it works (by-hand)
              --sizes S,S  sizes, 1 to 5 (3,4)
              --gif FILE   an animation
              --tail T     the end
              --seed S     the seed (7)
              --help       this help
            """);
  }

  @Test
  void aNeededOptionMayNotBeMissing() {
    var given = new Options("prog", "", List.of());
    String inHelp = given.needed("in FILE", "a", text -> text, "the input");
    assertThat(inHelp).isEqualTo("a");
    assertThatThrownBy(given::end)
        .hasMessage("--in is missing: the input; the options of prog are --in");
  }

  @Test
  void longHelpIsWrapped() {
    var given = new Options("prog", "", List.of("--help"));
    given.has("a-switch-with-a-long-name", "word ".repeat(40).strip());
    assertThatThrownBy(given::end)
        .satisfies(it ->
            assertThat(((HelpWanted) it).text().lines()).allMatch(line -> line.length() <= 96));
  }
}

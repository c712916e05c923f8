// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictCommandTest {
  @TempDir Path folder;

  private final Console console = new Console();

  private int run(String line) {
    return console.weft(("predict " + line).split(" "));
  }

  @Test
  void listsAlgorithmsTheFastestFirst() {
    assertThat(run("broadcast --bytes 64k --ranks 8 --hosts 2")).isZero();
    assertThat(console.out())
        .contains("It was not measured on this machine.")
        .contains("broadcast of 64k, 8 ranks on 2 hosts, arrays")
        .contains("algorithm  chunk  predicted")
        .contains("The built-in table takes ");
  }

  @Test
  void explainsTheFastest() {
    assertThat(run("allreduce --bytes 4k --ranks 4 --explain")).isZero();
    assertThat(console.out())
        .contains("the path that determines the time")
        .contains("term ", "times", "each", "together");
  }

  @Test
  void readsAProfile() throws Exception {
    Path file = folder.resolve("mine");
    Files.writeString(
        file,
        """
        weft-profile 3
        name mine
        channel 0 memory copies 1
        overhead
        0 1
        transfer 1
        1 0.001
        1m 1000
        """);
    assertThat(run("barrier --ranks 4 --profile " + file)).isZero();
    assertThat(console.out())
        .contains("Profile " + file + ": mine.")
        .doesNotContain("not measured");
    assertThat(run("reduce --ranks 4 --profile " + file)).isEqualTo(2);
    assertThat(console.err()).contains("no times of combining data");
  }

  @Test
  void writesAPage() throws Exception {
    Path page = folder.resolve("page.html");
    assertThat(run("broadcast --bytes 64k --ranks 4 --report " + page)).isZero();
    assertThat(Files.readString(page)).contains("Which algorithm is the fastest?").contains("tree");
  }

  @Test
  void saysHowManyHostsPay() {
    assertThat(run("summa --size 1024 --block 64 --ranks 8 --hosts 1-4")).isZero();
    assertThat(console.out()).contains("It deserves ");
    assertThat(run("wave2d --size 256 --ranks 4 --speeds 1,2")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shout | There is no operation \"shout\"",
        "broadcast --ranks 2 --hosts 4 | 2 ranks cannot run on 4 hosts",
        "broadcast --ranks x | \"x\" is no number",
        "broadcast --profile /nowhere | cannot be read",
        "broadcast --memory tape | arrays or segments",
        "broadcast --scale bandwidth | is no scaling",
        "broadcast --hosts 2 --profile one-host | no channel between hosts",
        "summa --size 8 --block 64 | a block fits into both"
      })
  void refusesBadInput(String line, String sentence) {
    assertThat(run(line)).isEqualTo(2);
    assertThat(console.err()).contains(sentence);
  }

  @Test
  void saysWhatIsFarBeyondTheProfile() {
    assertThat(run("barrier --ranks 100 --bytes 4g")).isZero();
    assertThat(console.out()).contains("far beyond").contains("contention is extrapolated");
  }

  @Test
  void listsChoicesThatBreakGuidelines() throws Exception {
    Path table = folder.resolve("table");
    Files.writeString(table, "broadcast 3 * tree 16k 8\nbroadcast * * flat\n");
    assertThat(run("--guidelines=" + table + " --ranks 6 --bytes 1m --hosts 2")).isZero();
    assertThat(console.out()).contains("choices break a guideline").contains("the table: ");
  }
}

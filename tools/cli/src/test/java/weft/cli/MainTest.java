// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import weft.transport.JobSetting;

class MainTest {
  private final Console console = new Console();

  @Test
  void shouldShowThreeExamplesWithoutArguments() {
    assertThat(console.weft()).isZero();
    assertThat(console.out().lines().filter(line -> line.startsWith("  weft "))).hasSize(3);
    assertThat(console.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "jobs", "bench", "doctor"})
  void shouldHelpWithEachCommand(String command) {
    assertThat(console.weft("help", command)).isZero();
    assertThat(console.out()).startsWith("Usage: weft " + command).contains("--help");
  }

  @ParameterizedTest
  @EnumSource
  void shouldDescribeEverySettingOfAJob(JobSetting setting) {
    assertThat(console.weft("help", "run")).isZero();
    String label = setting.label();
    assertThat(console.out().replaceAll("\\s+", " "))
        .contains(setting.runOption() + (label == null ? " " : ""), setting.description());
    if (label != null) {
      assertThat(console.out()).containsPattern(setting.runOption() + "(=|\\[=)" + label + "\\b");
    }
  }

  @Test
  void shouldSayWhichWeftThisIs() {
    assertThat(console.weft("--version")).isZero();
    assertThat(console.out()).startsWith("weft ").contains("Java " + Runtime.version());
  }

  @Test
  void shouldSuggestACommand() {
    assertThat(console.weft("dcotor")).isEqualTo(2);
    assertThat(console.err())
        .isEqualTo(
            "weft: There is no command dcotor. Did you mean doctor?"
                + " There are: run, jobs, top, stop, checkpoint, token, new, bench, predict, doctor, help, version.\n");
    assertThat(console.weft("help", "rnu")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "-h"})
  void shouldHelpWithHelp(String help) {
    assertThat(console.weft("help", help)).isZero();
    assertThat(console.out()).contains("Commands:").contains("weft help COMMAND shows all options");
    assertThat(console.err()).isEmpty();
  }

  @Test
  void shouldRefuseAnUnknownOptionInTwoLines() {
    assertThat(console.weft("jobs", "--nonsense")).isEqualTo(2);
    assertThat(console.err())
        .isEqualTo("weft: Unknown option: '--nonsense'\nweft: See weft help jobs.\n");
  }
}

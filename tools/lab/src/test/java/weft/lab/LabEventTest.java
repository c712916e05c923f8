// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import weft.cli.CommandException;
import weft.lab.LabEvent.Action;

class LabEventTest {
  private static final int HOSTS = 3;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cut=h1|the link of h1 is cut",
        "restore=10.77.0.1|the link of h0 is restored",
        "kill=2|h2 is killed",
        "slow=h1/10mbit|the link of h1 has the rate 10mbit",
        "slow=h1/none|the link of h1 has the rate none",
        "traffic=h0/h2|traffic flows from h0 to h2"
      })
  void shouldReadWhatCanHappen(String text, String meaning) {
    assertThat(LabEvent.parse(text, HOSTS)).hasToString(meaning);
  }

  @Test
  void shouldReadATimetable() {
    assertThat(LabEvent.timetable("2s:cut=h1,2500ms:restore=h1,0.25s:kill=h0", HOSTS))
        .containsExactly(
            new LabEvent(2000, Action.CUT, 1, null, -1),
            new LabEvent(2500, Action.RESTORE, 1, null, -1),
            new LabEvent(250, Action.KILL, 0, null, -1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "cut", "cut=", "Cut=h1", "burn=h1", "cut=h1/h2", "slow=h1", "traffic=h1"})
  void shouldSayWhatCanHappen(String text) {
    assertThatThrownBy(() -> LabEvent.parse(text, HOSTS))
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith("'" + text + "' is not an event.")
        .hasMessageContaining("cut=HOST, restore=HOST, kill=HOST, slow=HOST/RATE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cut=h1", "2:cut=h1", "2m:cut=h1", "s:cut=h1", "-1s:cut=h1"})
  void shouldAskForATime(String text) {
    assertThatThrownBy(() -> LabEvent.timetable(text, HOSTS))
        .hasMessageContaining("does not begin with a time");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cut=h3", "cut=login", "cut=10.77.0.4", "traffic=h0/h3", "cut=-1"})
  void shouldKnowItsHosts(String text) {
    assertThatThrownBy(() -> LabEvent.parse(text, HOSTS))
        .hasMessageContaining("There is no host")
        .hasMessageEndingWith("There are: h0 to h2.");
  }
}

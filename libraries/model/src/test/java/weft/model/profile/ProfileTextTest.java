// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import weft.model.Mapping;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.sheet.Beyond;

class ProfileTextTest {
  private static final List<String> GOOD =
      List.of(
          "weft-profile 3",
          "name two hosts # in my cupboard",
          "channel 0 memory copies 2",
          "overhead",
          "0 0.15",
          "transfer 1 2",
          "64 0.02 0.03",
          "1m 87 90",
          "combine sum",
          "1k 0.1",
          "fold operand 0.6");

  private static final List<String> MEASURED =
      List.of(
          "weft-profile 3",
          "measured 2026-11-28T16:04:05Z",
          "environment processor A processor of 2 cores",
          "set near 71.5",
          "name near ones",
          "call 0.1 board 0.2",
          "channel 0 memory copies 2",
          "overhead",
          "0 0.3",
          "transfer 1 2",
          "64 0.02 0.03",
          "steps busy 0.05",
          "0 0.25",
          "reads 1 2",
          "64 0.02 0.03",
          "writes 1 2",
          "64 0.02 0.03",
          "own 1 2",
          "64 0.01 0.01",
          "combine sum",
          "1024 0.1",
          "results",
          "64 0.02",
          "stages",
          "64 0.01",
          "fold operand 0.6",
          "rate product 12000.0",
          "cell broadcast flat 0 arrays 4096 2 1 = 1.06 1.03 1.1 20 1",
          "set far 28.5",
          "name far ones",
          "channel 0 memory copies 2",
          "overhead",
          "0 0.6",
          "transfer 1",
          "64 0.04",
          "fold operand 1.0",
          "choices shared",
          "broadcast    2      4k     flat",
          "end");

  @Test
  void readsAProfile() {
    Platform platform = ProfileText.parse("file", GOOD).platform();
    assertThat(platform.name()).isEqualTo("two hosts");
    assertThat(platform.channel(0).overhead(8)).isEqualTo(0.15);
    assertThat(platform.channel(0).time(1 << 20, 2)).isEqualTo(0.15 + 2 * 90);
    assertThat(platform.combine("sum", 1024)).isEqualTo(0.1);
    assertThat(platform.computing().operand()).isEqualTo(0.6);
    assertThat(platform.remarks()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(BuiltInProfile.class)
  void writesWhatItReads(BuiltInProfile profile) {
    Platform platform = profile.platform();
    assertThat(platform.remarks()).isEmpty();
    Profile whole =
        new Profile(
            "it", "", Map.of(), List.of(new Profile.Set("", 100, platform, List.of())), Map.of());
    List<String> lines = ProfileText.lines(whole);
    assertThat(ProfileText.lines(ProfileText.parse("copy", lines))).isEqualTo(lines);
  }

  @Test
  void readsWhatACalibrationWrites() {
    Profile profile = ProfileText.parse("mine", MEASURED);
    assertThat(ProfileText.lines(profile)).isEqualTo(MEASURED);
    assertThat(profile.platform().name()).isEqualTo("near ones");
    assertThat(profile.set("far").platform().channel(0).overhead(8)).isEqualTo(0.6);
    assertThat(profile.platform().channel(0).step(8)).isEqualTo(0.25);
    assertThat(profile.platform().channel(0).busy(8)).isEqualTo(0.05);
    assertThat(profile.platform().channel(0).copy(64, 2)).isEqualTo(0.01);
    assertThat(profile.usual().cells().getFirst().median()).isEqualTo(1.06);
    assertThat(profile.differences(Map.of("processor", "another"))).hasSize(1);
    assertThatThrownBy(() -> profile.set("middle")).hasMessageContaining("it has near and far");
  }

  @Test
  void refusesWhatIsCutOff() {
    assertThatThrownBy(() -> ProfileText.parse("mine", MEASURED.subList(0, MEASURED.size() - 1)))
        .hasMessageContaining("the file may be cut off");
    assertThatThrownBy(
            () -> {
              var cut = new ArrayList<>(MEASURED);
              cut.removeAll(List.of("writes 1 2"));
              ProfileText.parse("mine", cut);
            })
        .isInstanceOf(ModelException.class);
  }

  /// Each replaces line N of a good profile.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | weft-profile 1 | has version 1, and this program reads version 3",
        "1 | hello | this is no profile",
        "3 | channel 1 memory copies 2 | channels are numbered from 0 in order",
        "3 | channel 0 memory | a channel is written",
        "5 | 0 | has 0 times for 1 columns; a profile has no holes",
        "5 | 0 -1 | -1 is not possible",
        "5 | 0 x | \"x\" is no number",
        "7 | 64 0.02 | has 1 times for 2 columns; a profile has no holes",
        "7 | 64 0.02 0.01 | times fall with bytes or movements, by up to",
        "7 | 2m 0.02 0.03 | the sizes of a table do not rise",
        "6 | transfer 2 4 | columns that begin with τ = 1",
        "6 | combine max | has 2 times for 1 columns",
        "9 | mix sum | \"mix\" is not known"
      })
  void saysWhatIsWrong(int line, String text, String sentence) {
    List<String> lines = new ArrayList<>(GOOD);
    lines.set(line - 1, text);
    assertThatThrownBy(() -> ProfileText.parse("my.profile", lines))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith("my.profile, line ")
        .hasMessageContaining(sentence);
  }

  @Test
  void smoothsALittleAndSaysSo() {
    List<String> lines = new ArrayList<>(GOOD);
    lines.set(6, "64 0.02 0.0195");
    assertThat(ProfileText.parse("file", lines).platform().remarks().toString())
        .contains("The table transfer of channel memory was smoothed by up to");
  }

  @Test
  void saysWhereAQuestionIsFarBeyondTheProfile() {
    Platform platform = ProfileText.parse("file", GOOD).platform();
    assertThat(Beyond.remarks(platform, 1 << 20, 2, 1)).isEmpty();
    assertThat(Beyond.remarks(platform, 1L << 30, 64, 1).toString())
        .contains("far beyond the 1,048,576 that were measured")
        .contains("64 ranks of a host may be more than the 2 movements");
  }

  @Test
  void scales() {
    Platform rack = BuiltInProfile.RACK.platform();
    Platform faster = Scaling.apply(rack, "latency=0.1,bandwidth=10");
    assertThat(faster.channel(1).overhead(8))
        .isCloseTo(rack.channel(1).overhead(8) * 0.1, within(1e-12));
    assertThat(faster.channel(1).move(4096, 2))
        .isCloseTo(rack.channel(1).move(4096, 2) / 10, within(1e-12));
    assertThat(faster.channel(0).move(4096, 2)).isEqualTo(rack.channel(0).move(4096, 2));
    assertThatThrownBy(() -> Scaling.apply(rack, "speed=2")).hasMessageContaining("is no scaling");
    assertThatThrownBy(() -> Scaling.apply(rack, "bandwidth=0"))
        .hasMessageContaining("factors are from 1e-9 to 1e9");
  }

  @Test
  void mappingsNeedRanksForEachHost() {
    assertThatThrownBy(() -> Mapping.blocks(2, 3))
        .hasMessage("2 ranks cannot run on 3 hosts; each host needs a rank");
    assertThat(Mapping.blocks(5, 2).host(2)).isEqualTo(1);
    assertThat(Mapping.roundRobin(5, 2).host(2)).isEqualTo(0);
  }
}

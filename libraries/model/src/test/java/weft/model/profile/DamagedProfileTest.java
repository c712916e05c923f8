// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.collective.schedule.Collective;
import weft.model.Mapping;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.sheet.CandidateChoices;
import weft.model.sheet.CollectivePricer;
import weft.model.sheet.CollectiveQuestion;

/// Profiles that are cut or bent are refused, or have times that are possible. `-Dweft.every=10`
/// tries every tenth byte.
final class DamagedProfileTest {
  private static final int EVERY = Integer.getInteger("weft.every", 17);

  private static String rack() throws IOException {
    try (InputStream in = BuiltInProfile.class.getResourceAsStream("rack.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// Returns whether it was read.
  private static boolean read(String text) {
    Platform platform;
    try {
      platform = ProfileText.parse("it", text.lines().toList()).platform();
    } catch (ModelException e) {
      assertThat(e.getMessage()).as(text).isNotBlank();
      return false;
    }
    for (Collective collective : List.of(Collective.ALLREDUCE, Collective.BARRIER)) {
      var question =
          new CollectiveQuestion(
              collective, 9000, Mapping.blocks(4, Math.min(2, platform.channels().size())));
      CandidateChoices.of(question, 1024)
          .forEach(choice -> {
            try {
              double time = new CollectivePricer(platform).time(question, choice);
              assertThat(time).isPositive().isFinite();
            } catch (ModelException e) {
              assertThat(e.getMessage()).isNotBlank();
            }
          });
    }
    return true;
  }

  @Test
  void cutAndBentProfilesAreReadOrRefused() throws IOException {
    String whole = rack();
    int read = 0;
    int refused = 0;
    for (int at = 0; at < whole.length(); at += EVERY) {
      for (String text :
          List.of(
              whole.substring(0, at),
              whole.substring(0, at) + (char) (whole.charAt(at) ^ 1) + whole.substring(at + 1),
              whole.substring(0, at) + "-" + whole.substring(at + 1),
              whole.substring(0, at) + "9e99" + whole.substring(at + 1))) {
        if (read(text)) {
          read++;
        } else {
          refused++;
        }
      }
    }
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fold operand 0.6 | fold operand -5 | -5 is not possible",
        "fold operand 0.6 | fold operand NaN | NaN is not possible",
        "copies 2 | copies -1 | -1 is not possible",
        "combine sum | rate product 0 | a rate of 0 would never end",
        "results | combine sum | there is a second table of sum",
      })
  void impossibleNumbersAreRefused(String line, String wrong, String sentence) throws IOException {
    String text = rack().replaceFirst("(?m)" + line, wrong);
    assertThatThrownBy(() -> ProfileText.parse("it", text.lines().toList()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining(sentence);
  }
}

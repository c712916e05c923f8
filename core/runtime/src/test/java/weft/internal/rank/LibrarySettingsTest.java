// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import weft.transport.JobSetting;

/// Settings that no library uses are named.
final class LibrarySettingsTest {
  private static final Map<String, String> GIVEN =
      Map.of(
          JobSetting.CHECKPOINT.variable(), "saved",
          JobSetting.OBJECTS.variable(), "4m",
          JobSetting.STORE.variable(), "");

  @Test
  void allAreNamedIfNothingUsesThem() {
    assertThat(new LibrarySettings(GIVEN).unused())
        .isEqualTo(
            "--checkpoint, --objects have no effect: the program has nothing before World.start"
                + " that uses them");
  }

  @Test
  void whatIsUsedIsNotNamed() {
    var settings = new LibrarySettings(GIVEN);
    assertThat(settings.use(JobSetting.OBJECTS)).isEqualTo("4m");
    assertThat(settings.unused())
        .isEqualTo(
            "--checkpoint has no effect: the program has nothing before World.start that uses it");
    assertThat(settings.use(JobSetting.CHECKPOINT)).isEqualTo("saved");
    assertThat(settings.unused()).isNull();
  }

  @Test
  void emptySettingsAreNotGiven() {
    var settings = new LibrarySettings(Map.of(JobSetting.STORE.variable(), ""));
    assertThat(settings.unused()).isNull();
    assertThat(settings.use(JobSetting.STORE)).isNull();
  }
}

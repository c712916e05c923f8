// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import weft.model.ModelException;

final class GivenPlatformTest {
  private static final List<String> ONE_HOST =
      """
      weft-profile 3
      measured 2026-11-28T16:04:05Z
      environment processor a fast one
      set far 30
      name far apart
      channel 0 memory copies 2
      overhead
      0      9
      transfer 1
      64     0.02
      1m     90
      set near 70
      name close together
      channel 0 memory copies 2
      overhead
      0      0.3
      transfer 1
      64     0.01
      1m     40
      choices shared
      broadcast    2      4k     flat
      end
      """
          .lines()
          .toList();

  private static String given() {
    return GivenPlatform.variable(ProfileText.parse("mine", ONE_HOST));
  }

  @Test
  void ranksGetTheMostUsualSetOfTheProfile() {
    var platform = GivenPlatform.of(Map.of(GivenPlatform.VARIABLE, given()), 1);
    assertThat(platform.name()).isEqualTo("close together");
    assertThat(platform.channels()).hasSize(1);
  }

  @Test
  void withoutOneOrWithoutItsNetworkTheBuiltInOneCounts() {
    assertThat(GivenPlatform.of(Map.of(), 1).name())
        .isEqualTo(BuiltInProfile.ONE_HOST.platform().name());
    assertThat(GivenPlatform.of(Map.of(), 3).name())
        .isEqualTo(BuiltInProfile.RACK.platform().name());
    assertThat(GivenPlatform.of(Map.of(GivenPlatform.VARIABLE, given()), 2).name())
        .isEqualTo(BuiltInProfile.RACK.platform().name());
  }

  @Test
  void whatIsNoProfileIsRefused() {
    assertThatThrownBy(() -> GivenPlatform.of(Map.of(GivenPlatform.VARIABLE, "?"), 1))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("WEFT_PLATFORM");
    String cut = Base64.getEncoder().encodeToString("weft-profile 3\nname x".getBytes(UTF_8));
    assertThatThrownBy(() -> GivenPlatform.of(Map.of(GivenPlatform.VARIABLE, cut), 1))
        .isInstanceOf(ModelException.class);
  }
}

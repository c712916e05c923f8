// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KnownNamesTest {
  private static final List<String> KNOWN = List.of("hello", "wave2d", "rsr");

  @Test
  void shouldCountSlips() {
    assertThat(KnownNames.distance("hello", "hello")).isZero();
    assertThat(KnownNames.distance("hello", "hllo")).isOne();
    assertThat(KnownNames.distance("hello", "ehllo")).isOne();
    assertThat(KnownNames.distance("hello", "jello")).isOne();
    assertThat(KnownNames.distance("", "rsr")).isEqualTo(3);
  }

  @Test
  void shouldFindNearNamesAndBeginnings() {
    assertThat(KnownNames.near("helo", KNOWN)).containsExactly("hello");
    assertThat(KnownNames.near("wave", KNOWN)).containsExactly("wave2d");
    assertThat(KnownNames.near("wave3d", KNOWN)).containsExactly("wave2d");
    assertThat(KnownNames.near("delaunay", KNOWN)).isEmpty();
  }

  @Test
  void shouldSuggestOnlyWhatIsNear() {
    assertThat(KnownNames.suggestion("rrs", KNOWN)).isEqualTo(" Did you mean rsr?");
    assertThat(KnownNames.suggestion("delaunay", KNOWN)).isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
  private static final List<String> KNOWN = List.of("hello", "wave2d", "rsr");

  @Test
  void shouldCountSlips() {
    assertThat(Names.distance("hello", "hello")).isZero();
    assertThat(Names.distance("hello", "hllo")).isOne();
    assertThat(Names.distance("hello", "ehllo")).isOne();
    assertThat(Names.distance("hello", "jello")).isOne();
    assertThat(Names.distance("", "rsr")).isEqualTo(3);
  }

  @Test
  void shouldFindNearNamesAndBeginnings() {
    assertThat(Names.near("helo", KNOWN)).containsExactly("hello");
    assertThat(Names.near("wave", KNOWN)).containsExactly("wave2d");
    assertThat(Names.near("wave3d", KNOWN)).containsExactly("wave2d");
    assertThat(Names.near("delaunay", KNOWN)).isEmpty();
  }

  @Test
  void shouldSuggestOnlyWhatIsNear() {
    assertThat(Names.suggestion("rrs", KNOWN)).isEqualTo(" Did you mean rsr?");
    assertThat(Names.suggestion("delaunay", KNOWN)).isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import weft.WeftException;

/// Ranks are spread over hosts.
final class HostsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a            | 3 | a:3         | 3",
        "a,b          | 4 | a:2,b:2     | 2",
        "a,b,c        | 5 | a:2,b:2,c:1 | 2",
        "a:3,b        | 4 | a:3,b:1     | 3",
        "a:1,b:9      | 4 | a:1,b:9     | 9",
        "a, b         | 2 | a:1,b:1     | 1",
        "a,b,c        | 2 | a:1,b:1     | 1",
        "10.0.0.1,x-y | 2 | 10.0.0.1:1,x-y:1 | 1",
        "fd00::1,[fd00::2]:3 | 4 | [fd00::1]:1,[fd00::2]:3 | 3",
        "[::1]        | 2 | [::1]:2     | 2",
        "fe80::1%eth0,a:1 | 2 | [fe80::1%eth0]:1,a:1 | 1",
      })
  void spreads(String text, int ranks, String spread, int most) {
    Hosts hosts = Hosts.parse(text, ranks);
    assertThat(hosts).hasToString(spread);
    assertThat(hosts.most()).isEqualTo(most);
    assertThat(Hosts.parse(spread, ranks)).isEqualTo(hosts);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a,,b", "a:0", "a:x", "a b", ":2", "a:", "[a", "[]:1", "a:1:2", "[::1]x"})
  void refusesWhatIsNoList(String text) {
    assertThatThrownBy(() -> Hosts.parse(text, 2))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("is not a list of hosts");
  }

  @Test
  void refusesTooFewPlaces() {
    assertThatThrownBy(() -> Hosts.parse("a:1,b:1", 4))
        .hasMessage(
            "the hosts a:1,b:1 take 2 ranks, and there are 4; give them more, or leave the numbers"
                + " out");
  }

  @Test
  void saysWhatIsWrongWithAFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("hosts");
    assertFileIsRefused(file, " cannot be read: it does not exist");
    Files.writeString(file, "# none\n");
    assertFileIsRefused(file, " names no host; it needs one in each line");
    Files.writeString(file, "alpha\nbeta gamma\n");
    assertFileIsRefused(file, "line 2 of ", "\"beta gamma\", is not a host");
    Files.write(file, new byte[] {(byte) 0xff});
    assertFileIsRefused(file, " is no text file");
    assertFileIsRefused(folder, " cannot be read: ");
    assertFileIsRefused(Path.of("/dev/zero"), " has more than ");
    assertThatThrownBy(() -> Hosts.parse("@", 2)).hasMessageContaining("follows the @");
  }

  @Test
  void aFileIsNoPartOfAList() {
    assertThatThrownBy(() -> Hosts.parse("alpha,@hosts", 2))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("give @hosts alone");
  }

  private static void assertFileIsRefused(Path file, String... sentence) {
    assertThatThrownBy(() -> Hosts.parse("@" + file, 2))
        .isInstanceOf(WeftException.class)
        .message()
        .contains(sentence)
        .doesNotContain("Exception");
  }

  @Test
  void namesAreWithoutBrackets() {
    assertThat(Hosts.parse("[fd00::2]:1,fd00::1", 2).names()).containsExactly("fd00::2", "fd00::1");
  }
}

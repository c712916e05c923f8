// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessorTest {
  @TempDir Path folder;

  private Path list(String text) throws IOException {
    return Files.writeString(folder.resolve("cpuinfo"), text);
  }

  @Test
  void isOneOfAmdWhenTheFirstOfTheListIs() throws IOException {
    assertThat(Processor.isAmd(list("processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 17\n")))
        .isTrue();
    assertThat(Processor.isAmd(list("processor\t: 0\nvendor_id\t: GenuineIntel\nmodel\t\t: 167\n")))
        .isFalse();
  }

  @Test
  void isNotWhereNothingSaysSo() throws IOException {
    assertThat(Processor.isAmd(list("processor\t: 0\nBogoMIPS\t: 243.75\n"))).isFalse();
    assertThat(Processor.isAmd(folder.resolve("no such list"))).isFalse();
  }
}

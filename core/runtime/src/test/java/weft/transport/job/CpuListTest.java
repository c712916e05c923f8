// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class CpuListTest {
  @Test
  void readsLists() {
    assertThat(CpuList.parse("0").stream()).containsExactly(0);
    assertThat(CpuList.parse("0-2,5,7-8").stream()).containsExactly(0, 1, 2, 5, 7, 8);
    assertThat(CpuList.parse("").stream()).isEmpty();
  }

  @Test
  void findsTheListOfThisProcess() {
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(CpuList.parse(CpuList.own()).cardinality()).isGreaterThanOrEqualTo(processors);
    assertThat(CpuList.of(Path.of("/nowhere"))).isEmpty();
  }
}

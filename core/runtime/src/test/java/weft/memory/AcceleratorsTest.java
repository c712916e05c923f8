// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The JDKs whose G1 may move an array that native code holds (JDK-8377811).
final class AcceleratorsTest {
  @ParameterizedTest
  @CsvSource({
    "25,               false",
    "25-ea+12,         false",
    "25+36,            false",
    "25+36-LTS,        false",
    "25.0.0.0.1,       false",
    "25.0.1,           false",
    "25.0.1+8-Ubuntu-1, false",
    "25.0.1+8-LTS-jvmci-b01, false",
    "25.0.2+10,        false",
    "25.0.2+10-LTS,    false",
    "25.0.2-internal-adhoc.root.jdk, false",
    "25.0.2.1+3-LTS,   false",
    "25.0.3-ea+2,      false",
    "25.0.3-internal,  false",
    "25.0.3,           true",
    "25.0.3+9,         true",
    "25.0.3+9-LTS,     true",
    "25.0.3+9-Debian-2, true",
    "25.0.3.0.1+1-LTS, true",
    "25.0.4-ea+1,      true",
    "25.0.10,          true",
    "25.1,             true",
    "26-ea+20,         true",
    "26,               true",
    "26.0.1+5-nightly, true",
    "27-internal,      true"
  })
  void arraysArePassedOnlyWhereTheyStay(String version, boolean expected) {
    assertThat(Accelerators.takesArrays(Runtime.Version.parse(version))).isEqualTo(expected);
  }

  @Test
  void arraysSuitWhereTheyMayBePassed() {
    boolean expected = Accelerators.takesArrays(Runtime.version());
    assertThat(Accelerators.takesArrays()).isEqualTo(expected);
    assertThat(StreamingCopy.suits(MemorySegment.ofArray(new long[1]))).isEqualTo(expected);
  }
}

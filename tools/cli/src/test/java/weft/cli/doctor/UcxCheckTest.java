// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UcxCheckTest {
  @Test
  void namesVersionFileAndDevices() {
    Check check = UcxCheck.check("UCX 1.13.1\n/usr/lib/libucp.so.0.0.0\ntcp/lo, tcp/eth0");
    assertThat(check.state()).isEqualTo(Check.State.OK);
    assertThat(check.found())
        .isEqualTo("1.13.1 (/usr/lib/libucp.so.0.0.0), devices tcp/lo, tcp/eth0");
    assertThat(check.values()).containsEntry("devices", "tcp/lo, tcp/eth0");
  }

  @Test
  void tellsHowToGetALibrary() {
    Check none = UcxCheck.check("no UCX library was found (looked for libucp.so.0)");
    assertThat(none.state()).isEqualTo(Check.State.ABSENT);
    assertThat(none.advice()).contains("libucx0");
    assertThat(UcxCheck.check("Error: no such class").state()).isEqualTo(Check.State.ADVICE);
  }
}

// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `--debug-rank`: one rank waits for a debugger, which is here the JDK's own interface.
final class DebugTest {
  @TempDir Path folder;

  @Test
  void aRankWaitsForItsDebugger() throws Exception {
    var running = new Weft(folder).begin("run", "-n", "2", "--debug-rank", "1", "hello");
    var port = Pattern.compile("rank 1 waits for a debugger on port (\\d+)");
    Weft.await("the port", () -> port.matcher(running.errText()).find());
    var found = port.matcher(running.errText());
    assertThat(found.find()).isTrue();
    assertThat(running.outText()).isEmpty();

    VirtualMachine rank = attach(found.group(1));
    rank.resume();
    rank.dispose();
    var result = running.end();
    assertThat(result.out()).isEqualTo("2 ranks over shm: all 24 requests arrived.\n");
    assertThat(result.exitCode()).isZero();
  }

  private static VirtualMachine attach(String port) throws Exception {
    AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(it -> it.name().equals("com.sun.jdi.SocketAttach"))
            .findFirst()
            .orElseThrow();
    var arguments = connector.defaultArguments();
    requireNonNull(arguments.get("hostname")).setValue("localhost");
    requireNonNull(arguments.get("port")).setValue(port);
    for (int attempt = 0; ; attempt++) {
      try {
        return connector.attach(arguments);
      } catch (java.io.IOException e) {
        // The rank's JVM is still starting.
        if (attempt == 200) {
          throw e;
        }
        Thread.sleep(50);
      }
    }
  }
}

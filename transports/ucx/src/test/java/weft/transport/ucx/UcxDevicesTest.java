// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.transport.ucx.UcxDevices.Port;

/// The choice of devices.
final class UcxDevicesTest {
  @TempDir Path folder;

  private static Set<String> common(String own, String... others) throws IOException {
    List<List<Port>> hosts = Stream.of(others).map(UcxDevicesTest::parse).toList();
    return UcxDevices.common(parse(own), hosts);
  }

  private static List<Port> parse(String lines) {
    try {
      return UcxDevices.parse(lines);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theBridgeThatEachHostHasForItselfIsNone() throws IOException {
    assertThat(
            common(
                "docker0 172.17.0.1 16\neth0 10.77.0.1 24",
                "docker0 172.17.0.1 16\neth0 10.77.0.2 24"))
        .containsExactly("eth0");
  }

  @Test
  void aNetworkThatAllHaveGoesFirst() throws IOException {
    assertThat(
            common(
                "eth0 192.168.1.1 24\nib0 10.1.0.1 16",
                "eth0 192.168.2.1 24\nib0 10.1.0.2 16",
                "eth0 192.168.1.2 24\nib0 10.1.4.3 16"))
        .containsExactly("ib0");
  }

  @Test
  void severalNetworksLeadToSeveralHosts() throws IOException {
    assertThat(
            common(
                "eth0 10.1.0.1 16\neth1 10.2.0.1 16\neth2 10.3.0.1 16",
                "a 10.1.0.2 16",
                "a 10.2.0.2 16"))
        .containsExactly("eth0", "eth1");
  }

  @Test
  void whereThereAreRoutesAllButDoubleAddressesCount() throws IOException {
    assertThat(
            common(
                "docker0 172.17.0.1 16\neth0 10.1.0.1 24\neth1 10.9.0.1 24",
                "docker0 172.17.0.1 16\neth0 10.2.0.1 24"))
        .containsExactly("eth0", "eth1");
  }

  @Test
  void whatIsToldIsRead() {
    String lines = "eth0 10.1.0.1 24\neth1 fd00:0:0:0:0:0:0:1 64";
    assertThat(UcxDevices.text(parse(lines))).isEqualTo(lines);
    assertThat(parse("")).isEmpty();
  }

  /// Folders as the kernel has them: RoCE behind an interface, RoCE behind another one, and
  /// InfiniBand.
  @Test
  void devicesOfRdmaAreAdded() throws IOException {
    Path nets = folder.resolve("net");
    Path rdma = folder.resolve("infiniband");
    Files.createDirectories(nets.resolve("eth0/device/infiniband/mlx5_0"));
    Files.writeString(nets.resolve("eth0/dev_port"), "1\n");
    Files.createDirectories(nets.resolve("eth1/device/infiniband/mlx5_1"));
    port(rdma, "mlx5_0", "2", "Ethernet");
    port(rdma, "mlx5_1", "1", "Ethernet");
    port(rdma, "mlx4_0", "1", "InfiniBand");
    assertThat(UcxDevices.value(Set.of("eth0"), nets, rdma)).isEqualTo("eth0,mlx5_0:2,mlx4_0:1");
    assertThat(UcxDevices.value(Set.of("eth0"), folder.resolve("x"), folder.resolve("y")))
        .isEqualTo("eth0");
  }

  private static void port(Path rdma, String device, String port, String layer) throws IOException {
    Path its = Files.createDirectories(rdma.resolve(device).resolve("ports").resolve(port));
    Files.writeString(its.resolve("link_layer"), layer + "\n");
  }

  @Test
  void namesDevicesInWhatTheLibraryPrints() {
    String printed =
        """
        # UCP context
        #     resource 0  :  md 0  dev 0  flags -- self/memory0
        #     resource 1  :  md 1  dev 1  flags -- tcp/lo
        #     resource 2  :  md 1  dev 2  flags -- tcp/eth0
        #     resource 3  :  md 2  dev 3  flags -- sysv/memory
        #     resource 4  :  md 3  dev 4  flags -- rc_verbs/mlx5_0:1
        """;
    assertThat(UcxProbe.devices(printed))
        .containsExactly("tcp/lo", "tcp/eth0", "rc_verbs/mlx5_0:1");
  }
}

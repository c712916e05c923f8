// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.transport.job.Shell;

/// The requirements of a lab, and checks of this machine against them.
public final class LabNeeds {
  /// One requirement.
  ///
  /// @param name the name of the requirement
  /// @param isThere whether it was found
  /// @param isNeeded whether a lab is impossible without it
  /// @param sentence the finding, or what is missing and what to do
  public record Need(String name, boolean isThere, boolean isNeeded, String sentence) {}

  private static final List<String> IPROUTE2 = List.of("ip", "tc", "bridge");
  private static final List<String> UTIL_LINUX = List.of("nsenter", "unshare", "mount");

  private LabNeeds() {}

  /// The reason why no lab is possible here, as a sentence; null if one is. It tries the kernel's
  /// features, which takes some milliseconds.
  public static @Nullable String obstacle() {
    String quick = quickObstacle();
    return quick != null ? quick : firstMissing(look());
  }

  /// As [#obstacle], without trying the kernel's features.
  public static @Nullable String quickObstacle() {
    return firstMissing(programs());
  }

  private static @Nullable String firstMissing(List<Need> needs) {
    return needs.stream()
        .filter(need -> need.isNeeded && !need.isThere)
        .map(Need::sentence)
        .findFirst()
        .orElse(null);
  }

  /// Checks all requirements, up to the first missing one that the next checks need.
  public static List<Need> look() {
    var needs = new ArrayList<>(programs());
    if (firstMissing(needs) == null) {
      kernel(needs);
    }
    return needs;
  }

  private static List<Need> programs() {
    var needs = new ArrayList<Need>();
    boolean linux = System.getProperty("os.name").equals("Linux");
    needs.add(
        new Need(
            "Linux",
            linux,
            true,
            linux
                ? System.getProperty("os.version")
                : "weft lab needs Linux: hosts are its network namespaces."));
    if (!linux) {
      return needs;
    }
    boolean root = isRoot(Path.of("/proc/self"));
    needs.add(
        new Need(
            "root",
            root,
            true,
            root ? "yes" : "weft lab needs root to create network namespaces: run it with sudo."));
    needs.add(packaged("iproute2", IPROUTE2));
    needs.add(packaged("util-linux", UTIL_LINUX));
    return needs;
  }

  private static boolean isRoot(Path self) {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(self, "unix:uid"));
    } catch (IOException e) {
      return false;
    }
  }

  private static Need packaged(String name, List<String> programs) {
    List<String> missing = programs.stream().filter(it -> Shell.find(it) == null).toList();
    return missing.isEmpty()
        ? new Need(name, true, true, String.join(", ", programs))
        : new Need(
            name,
            false,
            true,
            "weft lab needs "
                + String.join(" and ", missing)
                + " of "
                + name
                + ", not found on the PATH; on Debian: apt install "
                + name
                + ".");
  }

  /// Tries each kernel feature in a namespace that is removed afterwards.
  private static void kernel(List<Need> needs) {
    LabId id = LabId.next();
    String probe = id.host("probe");
    try {
      boolean namespaces =
          works(
              needs,
              "network namespaces",
              "This kernel or its container allows no network namespaces, not even for root; "
                  + "start a container with --privileged.",
              "ip",
              "netns",
              "add",
              probe);
      if (!namespaces) {
        return;
      }
      works(
          needs,
          "bridge",
          "This kernel has no bridge (CONFIG_BRIDGE), which joins the hosts of a lab.",
          "ip",
          "-n",
          probe,
          "link",
          "add",
          "br0",
          "type",
          "bridge");
      works(
          needs,
          "veth",
          "This kernel has no veth (CONFIG_VETH), the links of a lab.",
          "ip",
          "-n",
          probe,
          "link",
          "add",
          "h0",
          "type",
          "veth",
          "peer",
          "name",
          "eth0");
      works(
          needs,
          "tbf",
          "This kernel has no token buckets (CONFIG_NET_SCH_TBF), which give links their rate.",
          Network.shaper(probe, "lo", new Rate(100_000_000)));
      boolean netem =
          Tool.tryRun("tc", "-n", probe, "qdisc", "replace", "dev", "lo", "root", "netem").isGood();
      needs.add(
          new Need(
              "netem",
              netem,
              false,
              netem
                  ? "there, but no command of weft lab uses it"
                  : "This kernel has no netem (CONFIG_NET_SCH_NETEM): packets cannot be delayed, "
                      + "lost or reordered at random. Links still have rates, and can be cut."));
    } finally {
      Sweep.remove(id);
    }
  }

  private static boolean works(List<Need> needs, String name, String sentence, String... command) {
    Tool.Result result = Tool.tryRun(command);
    String said = result.output().strip();
    needs.add(
        new Need(
            name,
            result.isGood(),
            true,
            result.isGood() ? "yes" : sentence + (said.isEmpty() ? "" : " (" + said + ")")));
    return result.isGood();
  }
}

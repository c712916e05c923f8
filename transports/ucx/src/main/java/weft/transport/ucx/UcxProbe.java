// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.util.List;
import weft.WeftException;

/// A program that prints the version of UCX, its file and its devices, or a sentence. `weft doctor`
/// starts it in a process of its own.
public final class UcxProbe {
  private static final String RESOURCE = "resource";
  private static final String KIND = "--";

  private UcxProbe() {}

  /// Prints three lines.
  public static void main(String[] args) {
    try {
      UcxLibrary library = UcxLibrary.load();
      long context = UcpContext.open("", "");
      System.out.println("UCX " + UcpContext.version());
      System.out.println(library.path());
      System.out.println(
          String.join(", ", devices(Libc.printed(it -> UcpContext.print(context, it)))));
      UcpContext.close(context);
    } catch (WeftException e) {
      System.out.println(e.getMessage());
    }
  }

  /// The devices in what the library prints of a context: lines such as `resource 1 : md 1 dev 1
  /// flags -- tcp/lo`, where shared memory has no device of its own.
  static List<String> devices(String printed) {
    return printed
        .lines()
        .filter(line -> line.contains(RESOURCE) && line.contains(KIND))
        .map(line -> line.substring(line.lastIndexOf(KIND) + KIND.length()).strip())
        .filter(device -> !device.endsWith("/memory") && !device.startsWith("self/"))
        .distinct()
        .toList();
  }
}

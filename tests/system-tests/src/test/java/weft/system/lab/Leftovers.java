// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What there is of a lab on this machine: namespaces and files with its name, and processes whose
/// environment or command line names it.
final class Leftovers {
  private Leftovers() {}

  static List<String> of(String lab) throws IOException {
    var found = new ArrayList<String>();
    for (String folder : List.of("/run/netns", "/var/lib/weft-lab", "/dev/shm")) {
      if (Files.isDirectory(Path.of(folder))) {
        try (Stream<Path> files = Files.list(Path.of(folder))) {
          files.map(Path::toString).filter(file -> file.contains(lab)).forEach(found::add);
        }
      }
    }
    found.addAll(processes(lab));
    return found;
  }

  /// The processes that carry the lab's name.
  static List<String> processes(String lab) throws IOException {
    var found = new ArrayList<String>();
    try (Stream<Path> folders = Files.list(Path.of("/proc"))) {
      for (Path folder :
          folders.filter(it -> it.getFileName().toString().matches("\\d+")).toList()) {
        try {
          if (Files.readString(folder.resolve("environ"), ISO_8859_1).contains("WEFT_LAB=" + lab)
              || Files.readString(folder.resolve("cmdline"), ISO_8859_1).contains(lab)) {
            found.add(folder.toString());
          }
        } catch (IOException e) {
          // It has just ended.
        }
      }
    }
    return found;
  }
}

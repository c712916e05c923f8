// SPDX-License-Identifier: Apache-2.0
package weft.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The source tree under test, which the build names in the property `weft.root`.
public final class ProjectTree {
  private ProjectTree() {}

  /// The root of the source tree.
  public static Path root() {
    String root = System.getProperty("weft.root");
    if (root == null) {
      throw new IllegalStateException(
          "the property weft.root is not set: run this test through Maven, or with"
              + " -Dweft.root=<the folder that holds ./weft>");
    }
    return Path.of(root).toAbsolutePath().normalize();
  }

  /// The files below the root whose name ends so, without those that builds left.
  public static List<Path> filesEndingWith(String suffix) {
    try (Stream<Path> files = Files.walk(root())) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .filter(file -> !isBuilt(root().relativize(file)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot walk the source tree at " + root(), e);
    }
  }

  private static boolean isBuilt(Path relative) {
    for (Path part : relative) {
      if (part.toString().equals("target") || part.toString().equals(".git")) {
        return true;
      }
    }
    return false;
  }
}

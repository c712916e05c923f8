// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// A package is small enough to be read, and a type's simple name says which type is meant.
final class PackagesTest {
  private static final int MOST_FILES = 35;

  @Test
  void noPackageHasTooManyFiles() {
    var sizes = new TreeMap<String, Integer>();
    for (Path file : sources("src")) {
      sizes.merge(String.valueOf(file.getParent()), 1, Integer::sum);
    }
    assertThat(sizes).isNotEmpty();
    sizes.values().removeIf(count -> count <= MOST_FILES);
    assertThat(sizes)
        .as("folders of more than %d files: make rooms by what they do", MOST_FILES)
        .isEmpty();
  }

  @Test
  void noTwoTypesOfMainCodeShareASimpleName() {
    Map<String, TreeSet<String>> places = new TreeMap<>();
    for (Path file : sources("src/main/java")) {
      String name = file.getFileName().toString();
      if (!name.equals("package-info.java") && !name.equals("module-info.java")) {
        places.computeIfAbsent(name, it -> new TreeSet<>()).add(file.toString());
      }
    }
    assertThat(places).isNotEmpty();
    places.values().removeIf(all -> all.size() == 1);
    assertThat(places).as("types of one simple name: name each by what it is").isEmpty();
  }

  private static List<Path> sources(String below) {
    return ProjectTree.filesEndingWith(".java").stream()
        .map(ProjectTree.root()::relativize)
        .filter(file -> file.toString().replace('\\', '/').contains("/" + below + "/"))
        .toList();
  }
}

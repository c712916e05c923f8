// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The knots within a room: classes that all need each other, packages with too many files, and
/// classes with too many methods where libraries ask for them.
final class ClassCyclesTest {
  private static final int MOST_IN_A_CYCLE = 6;

  private static final int MOST_IN_A_PACKAGE = 35;
  private static final int MOST_IN_A_FACET = 15;

  /// The source files of a room, each with those that it needs.
  private static Map<String, Set<String>> files(String room) {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(room);
    var files = new TreeMap<String, Set<String>>();
    for (JavaClass type : classes) {
      files.putIfAbsent(file(type), new TreeSet<>());
    }
    for (JavaClass type : classes) {
      type.getDirectDependenciesFromSelf().stream()
          .map(dependency -> file(dependency.getTargetClass().getBaseComponentType()))
          .filter(files::containsKey)
          .forEach(file -> files.computeIfAbsent(file(type), name -> new TreeSet<>()).add(file));
    }
    return files;
  }

  private static String file(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /// All of Weft.
  @ParameterizedTest
  @ValueSource(strings = "weft")
  void noCycleIsLarge(String room) {
    Map<String, Set<String>> files = files(room);
    assertThat(new Cycles(files).found)
        .allSatisfy(cycle -> assertThat(cycle).hasSizeLessThanOrEqualTo(MOST_IN_A_CYCLE));
  }

  /// What libraries ask of a rank: [weft.layer.Layer], and the classes that it hands out.
  @Test
  void noFacetOfTheLayerIsLarge() {
    JavaClasses facets =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("weft.layer");
    assertThat(facets).isNotEmpty();
    for (JavaClass facet : facets) {
      List<String> open =
          facet.getMethods().stream()
              .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
              .map(JavaMethod::getFullName)
              .toList();
      assertThat(open).as(facet.getName()).hasSizeLessThanOrEqualTo(MOST_IN_A_FACET);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"weft.collective", "weft.internal"})
  void noPackageIsLarge(String room) {
    var packages = new TreeMap<String, List<String>>();
    for (String file : files(room).keySet()) {
      String in = file.substring(0, file.lastIndexOf('.'));
      packages.computeIfAbsent(in, name -> new ArrayList<>()).add(file);
    }
    assertThat(packages).containsKey(room).hasSizeGreaterThan(1);
    assertThat(packages.values())
        .allSatisfy(all -> assertThat(all).hasSizeLessThanOrEqualTo(MOST_IN_A_PACKAGE));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void cyclesAreFound(int length) {
    var ring = new TreeMap<String, Set<String>>();
    for (int i = 0; i < length; i++) {
      ring.put("c" + i, new TreeSet<>(Set.of("c" + (i + 1) % length)));
    }
    ring.put("above", new TreeSet<>(Set.of("c0")));
    assertThat(new Cycles(ring).found)
        .hasSize(2)
        .anySatisfy(cycle -> assertThat(cycle).hasSize(length));
  }

  /// Tarjan's strongly connected components.
  private static final class Cycles {
    final List<List<String>> found = new ArrayList<>();
    private final Map<String, Set<String>> graph;
    private final Map<String, Integer> order = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();

    Cycles(Map<String, Set<String>> graph) {
      this.graph = graph;
      for (String node : graph.keySet()) {
        if (!order.containsKey(node)) {
          visit(node);
        }
      }
    }

    private void visit(String node) {
      order.put(node, order.size());
      lowest.put(node, order.get(node));
      open.push(node);
      for (String next : graph.getOrDefault(node, Set.of())) {
        if (!order.containsKey(next)) {
          visit(next);
          lowest.merge(node, lowest.get(next), Math::min);
        } else if (open.contains(next)) {
          lowest.merge(node, order.get(next), Math::min);
        }
      }
      if (lowest.get(node).equals(order.get(node))) {
        var cycle = new ArrayList<String>();
        String last;
        do {
          last = open.pop();
          cycle.add(last);
        } while (!last.equals(node));
        found.add(cycle);
      }
    }
  }
}

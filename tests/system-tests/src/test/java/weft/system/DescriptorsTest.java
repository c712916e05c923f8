// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The module descriptors in the packaged jars.
final class DescriptorsTest {
  private static final Path LIB = Path.of(System.getProperty("weft.home", "")).resolve("lib");

  private static final List<ModuleDescriptor> OURS =
      ModuleFinder.of(LIB).findAll().stream()
          .map(ModuleReference::descriptor)
          .filter(module -> module.name().equals("weft") || module.name().startsWith("weft."))
          .filter(module -> !module.isAutomatic())
          .toList();

  @Test
  void everyRoomWithADescriptorIsThere() {
    assertThat(OURS)
        .as("named modules in %s", LIB)
        .extracting(ModuleDescriptor::name)
        .containsExactlyInAnyOrder(
            "weft",
            "weft.accelerate",
            "weft.transport.mpi",
            "weft.transport.shm",
            "weft.transport.tcp",
            "weft.transport.ucx",
            "weft.watch",
            "weft.collective",
            "weft.collective.schedule",
            "weft.overlap",
            "weft.record",
            "weft.linalg",
            "weft.maxwell",
            "weft.multipole",
            "weft.mesh",
            "weft.mesh.parallel",
            "weft.report",
            "weft.checkpoint",
            "weft.mobile",
            "weft.outofcore",
            "weft.model",
            "weft.options",
            "weft.blas",
            "weft.cli",
            "weft.apps.common",
            "weft.apps.finegrain",
            "weft.apps.gups",
            "weft.apps.linalg",
            "weft.apps.maxwell",
            "weft.apps.mesh",
            "weft.apps.multipole",
            "weft.apps.nbody",
            "weft.apps.netsort",
            "weft.apps.swarm",
            "weft.apps.outofcore",
            "weft.apps.uts",
            "weft.apps.wave2d");
  }

  @Test
  void noInternalPackageIsExported() {
    for (ModuleDescriptor module : OURS) {
      assertThat(module.exports())
          .as("exports of %s", module.name())
          .noneMatch(export -> List.of(export.source().split("\\.")).contains("internal"));
    }
  }

  @Test
  void memoryIsExportedToRoomsOfTheHouseAlone() {
    for (ModuleDescriptor module : OURS) {
      module.exports().stream()
          .filter(export -> export.source().equals("weft.memory"))
          .forEach(export -> assertThat(export.targets()).isNotEmpty());
    }
  }

  /// On the class path only META-INF/services is read, on the module path only the descriptor.
  @Test
  void servicesAreTheSameOnTheClassPathAndOnTheModulePath() throws IOException {
    for (ModuleReference reference : ModuleFinder.of(LIB).findAll()) {
      ModuleDescriptor module = reference.descriptor();
      if (!OURS.contains(module)) {
        continue;
      }
      var provided = new TreeMap<String, List<String>>();
      module.provides().forEach(it -> provided.put(it.service(), it.providers()));
      assertThat(servicesIn(reference))
          .as("META-INF/services of %s", module.name())
          .isEqualTo(provided);
    }
  }

  private static Map<String, List<String>> servicesIn(ModuleReference reference)
      throws IOException {
    String folder = "META-INF/services/";
    var services = new TreeMap<String, List<String>>();
    try (var reader = reference.open();
        var names = reader.list()) {
      for (String name : names.filter(it -> it.startsWith(folder)).toList()) {
        if (!name.equals(folder)) {
          try (var in = reader.open(name).orElseThrow()) {
            String text = new String(in.readAllBytes(), UTF_8);
            services.put(
                name.substring(folder.length()),
                text.lines().map(String::strip).filter(it -> !it.isEmpty()).toList());
          }
        }
      }
    }
    return services;
  }

  @Test
  void whatUsersLinkRequiresNothingButTheJdk() {
    for (ModuleDescriptor module : OURS) {
      if (Set.of(
              "weft",
              "weft.mesh",
              "weft.accelerate",
              "weft.transport.shm",
              "weft.watch",
              "weft.transport.mpi",
              "weft.transport.tcp",
              "weft.transport.ucx")
          .contains(module.name())) {
        assertThat(module.requires())
            .filteredOn(requires -> !requires.modifiers().contains(Requires.Modifier.STATIC))
            .extracting(Requires::name)
            .allMatch(name -> name.matches("(java|jdk)\\..*|weft(\\.watch)?"));
      }
    }
  }
}

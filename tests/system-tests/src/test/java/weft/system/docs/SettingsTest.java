// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.system.ProjectTree;
import weft.transport.JobSetting;

/// The guide names each setting of a job, as an option of `weft run` and as one of a program.
final class SettingsTest {
  private static final Path GUIDE = ProjectTree.root().resolve("docs/guide");

  @ParameterizedTest
  @EnumSource
  void theGuideNamesItWithItsLabel(JobSetting setting) throws Exception {
    String label = setting.label();
    String value = label == null ? "`" : " ";
    String commandLine = Files.readString(GUIDE.resolve("command-line.md"));
    String machine = Files.readString(GUIDE.resolve("machine.md"));
    String fromAnIde = Files.readString(GUIDE.resolve("tests-and-ide.md"));
    assertThat(commandLine).contains(setting.runOption());
    assertThat(fromAnIde).contains("`" + setting.option() + value);
    assertThat(machine + fromAnIde).contains("`" + setting.variable() + "`");
  }
}

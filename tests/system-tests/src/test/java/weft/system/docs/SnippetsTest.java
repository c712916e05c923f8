// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.system.ProjectTree;

/// Every Java snippet of the documents is a piece of an example, or of the program that leads a
/// page of the guide. The build compiles them, and [ExamplesTest] or their own modules run them.
final class SnippetsTest {
  private static final List<Path> EXAMPLES =
      ProjectTree.filesEndingWith(".java").stream()
          .filter(file -> file.startsWith(ProjectTree.root().resolve("examples")))
          .toList();

  /// The program of "From threads to ranks".
  private static final Path PROGRAM = ProjectTree.root().resolve("apps/nbody/src/main/java");

  private static final List<Path> SOURCES =
      Stream.concat(
              EXAMPLES.stream(),
              ProjectTree.filesEndingWith(".java").stream()
                  .filter(file -> file.startsWith(PROGRAM)))
          .toList();

  static List<Markdown.Block> snippets() {
    return Markdown.blocks("java");
  }

  @ParameterizedTest
  @MethodSource("snippets")
  void isAPieceOfAnExample(Markdown.Block snippet) {
    assertThat(snippet.text()).as("the lines of %s", snippet).hasSizeGreaterThan(1);
    assertThat(SOURCES)
        .as(
            "%s must be lines of a file below examples or %s; it begins with: %s",
            snippet, ProjectTree.root().relativize(PROGRAM), snippet.text().get(0))
        .anyMatch(file -> Collections.indexOfSubList(Markdown.lines(file), snippet.text()) >= 0);
  }

  @Test
  void theGuideAndTheReadmeHaveSome() {
    assertThat(snippets())
        .extracting(Markdown.Block::file)
        .contains(
            ProjectTree.root().resolve("README.md"),
            ProjectTree.root().resolve("docs/guide/first-program.md"));
  }

  /// The program of the README is a whole one: who copies it has something that runs.
  @Test
  void theReadmeShowsAWholeProgram() {
    List<Markdown.Block> programs =
        Markdown.blocks(ProjectTree.root().resolve("README.md")).stream()
            .filter(block -> block.language().equals("java"))
            .toList();
    assertThat(programs).hasSize(1);
    List<String> text = programs.get(0).text();
    assertThat(EXAMPLES)
        .as("the examples that are the program of the README, but for the comments at their top")
        .anyMatch(file -> withoutHead(Markdown.lines(file)).equals(text));
  }

  private static List<String> withoutHead(List<String> lines) {
    Stream<String> rest = lines.stream().dropWhile(line -> line.startsWith("//") || line.isEmpty());
    return rest.toList();
  }
}

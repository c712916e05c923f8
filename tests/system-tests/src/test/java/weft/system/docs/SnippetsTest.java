// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
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
    return Markdown.blocks("java").stream().filter(block -> !isImports(block)).toList();
  }

  private static boolean isImports(Markdown.Block block) {
    return block.text().stream().allMatch(SnippetsTest::isImport);
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

  /// Each page of the guide ends with what its snippets import, so that they can be pasted.
  @Test
  void everyPageOfTheGuideShowsItsImports() {
    Path guide = ProjectTree.root().resolve("docs/guide");
    for (Path page : Markdown.documents()) {
      if (page.startsWith(guide)) {
        List<Markdown.Block> blocks =
            Markdown.blocks(page).stream().filter(it -> it.language().equals("java")).toList();
        var needed = new TreeSet<String>();
        var shown = new TreeSet<String>();
        for (Markdown.Block block : blocks) {
          if (isImports(block)) {
            shown.addAll(block.text());
          } else {
            needed.addAll(imports(block.text()));
          }
        }
        assertThat(shown).as("the imports at the end of %s", page).isEqualTo(needed);
      }
    }
  }

  /// What a snippet uses of the imports of its file, but for those that it shows.
  private static List<String> imports(List<String> snippet) {
    Path file =
        SOURCES.stream()
            .filter(it -> Collections.indexOfSubList(Markdown.lines(it), snippet) >= 0)
            .findFirst()
            .orElseThrow();
    String text = String.join("\n", snippet.stream().filter(it -> !isImport(it)).toList());
    return Markdown.lines(file).stream()
        .filter(line -> isImport(line) && !snippet.contains(line))
        .filter(line -> {
          String name = line.substring(line.lastIndexOf('.') + 1, line.length() - 1);
          return name.equals("*") || Pattern.compile("\\b" + name + "\\b").matcher(text).find();
        })
        .toList();
  }

  private static boolean isImport(String line) {
    return line.startsWith("import ");
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

// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.system.ProjectTree;

/// Links between the documents, and into the sources, lead somewhere.
final class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern DECISION = Pattern.compile("^#+ (\\d{4})\\b");

  static List<Path> documents() {
    return Markdown.documents();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void leadSomewhere(Path document) {
    var broken = new ArrayList<String>();
    for (String line : Markdown.prose(document)) {
      Matcher link = LINK.matcher(line);
      while (link.find()) {
        String target = link.group(1);
        if (!target.contains("://") && !leadsSomewhere(document, target)) {
          broken.add(target);
        }
      }
    }
    assertThat(broken).as("links of %s", ProjectTree.root().relativize(document)).isEmpty();
  }

  private static boolean leadsSomewhere(Path document, String target) {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? document : document.resolveSibling(path).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    return hash < 0 || anchors(file).contains(target.substring(hash + 1));
  }

  /// The anchors that GitHub gives to headings.
  private static List<String> anchors(Path file) {
    return Markdown.prose(file).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  @Test
  void everyPageOfTheGuideAndEveryDecisionIsInItsIndex() {
    for (String folder : List.of("docs/guide", "docs/design")) {
      Path home = ProjectTree.root().resolve(folder);
      Path index = home.resolve("README.md");
      String text = String.join("\n", Markdown.lines(index));
      for (Path page : documents()) {
        if (page.startsWith(home) && !page.equals(index)) {
          assertThat(text).as("the index %s", index).contains("(" + page.getFileName() + ")");
        }
      }
    }
  }

  /// A page may hold several decisions, each below a heading that begins with its number.
  @Test
  void everyDecisionIsFoundByItsNumber() {
    Path home = ProjectTree.root().resolve("docs/design");
    String index = String.join("\n", Markdown.lines(home.resolve("README.md")));
    for (Path page : documents()) {
      if (page.startsWith(home)) {
        for (String line : Markdown.prose(page)) {
          Matcher heading = DECISION.matcher(line);
          if (heading.find()) {
            assertThat(index)
                .as("the list of numbers in docs/design/README.md")
                .contains("[" + heading.group(1) + "](" + page.getFileName());
          }
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import weft.system.ProjectTree;

/// The project's documents, and what stands in them.
final class Markdown {
  /// A fenced block.
  ///
  /// @param file the document
  /// @param line the number of the fence
  /// @param language what stands behind the fence
  /// @param text the lines between the fences
  record Block(Path file, int line, String language, List<String> text) {
    /// Where it is, for people.
    @Override
    public String toString() {
      return ProjectTree.root().relativize(file) + ":" + line;
    }
  }

  private Markdown() {}

  /// All documents for users: the README, and what is below docs.
  static List<Path> documents() {
    try (Stream<Path> top = Files.list(ProjectTree.root());
        Stream<Path> docs = Files.walk(ProjectTree.root().resolve("docs"))) {
      return Stream.concat(top, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the documents cannot be listed", e);
    }
  }

  /// The fenced blocks of all documents that have this language; an empty one for those without.
  static List<Block> blocks(String language) {
    return documents().stream()
        .flatMap(file -> blocks(file).stream())
        .filter(block -> block.language.equals(language))
        .toList();
  }

  /// The fenced blocks of one document.
  static List<Block> blocks(Path file) {
    var blocks = new ArrayList<Block>();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("```")) {
        int begin = i;
        do {
          i++;
        } while (i < lines.size() && !lines.get(i).equals("```"));
        if (i == lines.size()) {
          throw new IllegalStateException(file + ":" + (begin + 1) + ": a block without an end");
        }
        String language = lines.get(begin).substring(3);
        blocks.add(new Block(file, begin + 1, language, lines.subList(begin + 1, i)));
      }
    }
    return blocks;
  }

  /// A document without its fenced blocks; they are left as empty lines.
  static List<String> prose(Path file) {
    var prose = new ArrayList<>(lines(file));
    for (Block block : blocks(file)) {
      for (int i = block.line - 1; i <= block.line + block.text.size(); i++) {
        prose.set(i, "");
      }
    }
    return prose;
  }

  /// The lines of a file.
  static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}

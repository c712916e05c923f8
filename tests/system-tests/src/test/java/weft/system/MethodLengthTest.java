// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A method that does not fit on a screen is two methods. Up to 60 lines are the habit; a method
/// with a reason may have up to 100. The compiler's parser counts the lines.
final class MethodLengthTest {
  private static final int HABIT = 60;
  private static final int LIMIT = 100;

  /// Methods that may be longer, each with its reason.
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("FailureCases.disagreed", "one table of cases"),
          Map.entry("Gallery.everything", "one page, part after part"),
          Map.entry("MisuseOfBlocks.addOtherLengths", "one table of cases"),
          Map.entry("PayloadCases.sendKinds", "one table of cases"),
          Map.entry("StridedCases.stridedMisuse", "one table of cases"),
          Map.entry("LinalgBench.measure", "one measurement, from the slices to the tables"),
          Map.entry("Redistribution.copy", "one loop nest over two distributions"),
          Map.entry("BlasKernels.<init>", "one downcall for each routine"),
          Map.entry("LabNeeds.kernel", "one list of what the kernel must allow"),
          Map.entry("TransferOptions.parse", "one call for each option"),
          Map.entry("RingReader.drain", "one loop that the compiler inlines whole"),
          Map.entry("OverlapSteps.main", "one example, read from top to bottom"),
          Map.entry("CheckedCall.run", "one case for each operation"),
          Map.entry("FoldsTest.check", "one case for each type"),
          Map.entry("OverlapLoopTest.everyRecordCountsInItsStep", "one program"),
          Map.entry("SpanTest.shouldCopyWithinEachOfSeveralPieces", "one table of pieces"),
          Map.entry("ObjectsTest.severalBegunAmongOperationsOnData", "one program"),
          Map.entry("LateInnerRankTest.check", "one program"),
          Map.entry("AheadTest.check", "one program"),
          Map.entry("Player.check", "one comparison with the model"),
          Map.entry("MobileObjectsTest.messagesFindMovingObjectsInOrder", "one program"),
          Map.entry("ConductingSurface.checkSizes", "one refusal after the other"),
          Map.entry("WatchedMain.obey", "one case for each command"));

  /// Methods above the limit, which are to be split.
  private static final Set<String> TO_SPLIT =
      Set.of("DiagnosisTest.broken", "SurfaceFilesTest.filesOfOthersAreRead");

  @Test
  void noMethodIsTooLong() throws IOException {
    Map<String, Integer> lengths = lengths();
    assertThat(lengths).containsKey("MethodLengthTest.lengths");

    var tooLong = new TreeMap<>(lengths);
    tooLong.entrySet().removeIf(it -> it.getValue() <= most(it.getKey()));
    assertThat(tooLong)
        .as(
            "methods over %d lines, or over %d with a reason: split them, or give a reason in"
                + " MethodLengthTest",
            HABIT, LIMIT)
        .isEmpty();

    for (String name : REASONS.keySet()) {
      assertThat(lengths.getOrDefault(name, 0))
          .as("lines of %s, which MethodLengthTest excepts", name)
          .isGreaterThan(HABIT);
    }
  }

  private static int most(String method) {
    if (TO_SPLIT.contains(method)) {
      return Integer.MAX_VALUE;
    }
    return REASONS.containsKey(method) ? LIMIT : HABIT;
  }

  /// The lines of each method, by the file's name and its own. Of overloads the longest counts.
  private static Map<String, Integer> lengths() throws IOException {
    var lengths = new TreeMap<String, Integer>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var files = new ArrayList<>(ProjectTree.filesEndingWith(".java"));
    files.removeIf(file -> file.endsWith("module-info.java"));
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      // In parts, so that the trees of all files are never in memory at once.
      for (int from = 0; from < files.size(); from += 100) {
        List<Path> part = files.subList(from, Math.min(files.size(), from + 100));
        var task =
            (JavacTask)
                compiler.getTask(
                    null,
                    manager,
                    problem -> {},
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(part));
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        for (CompilationUnitTree unit : task.parse()) {
          new Methods(unit, positions, lengths).scan(unit, null);
        }
      }
    }
    return lengths;
  }

  /// Measures the methods of one file.
  private static final class Methods extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Map<String, Integer> lengths;
    private final String file;

    Methods(CompilationUnitTree unit, SourcePositions positions, Map<String, Integer> lengths) {
      this.unit = unit;
      this.positions = positions;
      this.lengths = lengths;
      String path = unit.getSourceFile().getName().replace('\\', '/');
      this.file = path.substring(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      long begin = positions.getStartPosition(unit, method);
      long end = positions.getEndPosition(unit, method);
      if (begin >= 0 && end >= begin) {
        var lines = unit.getLineMap();
        int count = (int) (lines.getLineNumber(end) - lines.getLineNumber(begin)) + 1;
        lengths.merge(file + "." + method.getName(), count, Math::max);
      }
      return super.visitMethod(method, null);
    }
  }
}

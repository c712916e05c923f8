// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.cli.CommandException;
import weft.model.Mapping;
import weft.model.Platform;

/// What `weft predict` is asked, as its options say. Lists are read where they are needed, because
/// what they stand for by default depends on the rest of the question.
///
/// @param unscaled the platform without what `--scale` changes; null if it changes nothing
/// @param size rows and columns of a matrix or grid
/// @param block rows and columns of a block
/// @param pays the percentage that another host must save
record PredictQuestion(
    @Nullable Platform unscaled,
    @Nullable String sizes,
    @Nullable String counts,
    String mapping,
    String memory,
    @Nullable String scale,
    @Nullable String place,
    boolean explain,
    @Nullable Path report,
    int size,
    int block,
    @Nullable Double speed,
    @Nullable String speeds,
    double pays) {
  /// The numbers of ranks on `hostCount` hosts.
  List<Integer> ranks(int hostCount) {
    return counts == null ? List.of(16 * hostCount) : NumberList.counts("--ranks", counts);
  }

  /// The numbers of bytes.
  List<Long> bytes() {
    return sizes == null ? List.of(65536L) : NumberList.bytes("--bytes", sizes);
  }

  boolean isRegistered() {
    return switch (memory) {
      case "arrays" -> false;
      case "segments" -> true;
      default ->
          throw CommandException.usage(
              "--memory is arrays or segments, not \"%s\".".formatted(memory));
    };
  }

  /// The mappings to look at: their names.
  List<String> mappings(int hostCount) {
    return switch (mapping) {
      case "blocks", "round-robin" -> List.of(mapping);
      case "all" -> hostCount == 1 ? List.of("blocks") : List.of("blocks", "round-robin");
      default ->
          throw CommandException.usage(
              "--mapping is blocks, round-robin or all, not \"%s\".".formatted(mapping));
    };
  }

  static Mapping mapping(String name, int ranks, int hosts) {
    return name.equals("blocks") ? Mapping.blocks(ranks, hosts) : Mapping.roundRobin(ranks, hosts);
  }
}

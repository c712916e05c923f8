// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of one rank of a [TestJob].
///
/// @param rank its number
/// @param notes what it noted, in order
/// @param passed the parts that it has done
/// @param unfinished the part in which it was at the end, or null
/// @param thrown what its program threw, or null
/// @param ended whether its program returned
public record RankRecord(
    int rank,
    List<String> notes,
    List<String> passed,
    @Nullable String unfinished,
    @Nullable Throwable thrown,
    boolean ended) {}

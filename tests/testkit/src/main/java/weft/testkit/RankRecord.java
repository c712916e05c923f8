// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The record of one rank of a [TestJob].
///
/// @param rank the number of the rank
/// @param notes the notes, in order
/// @param passed the completed parts
/// @param unfinished the part in which the rank was at the end, or null
/// @param thrown the exception that its program threw, or null
/// @param ended whether its program returned
public record RankRecord(
    int rank,
    List<String> notes,
    List<String> passed,
    @Nullable String unfinished,
    @Nullable Throwable thrown,
    boolean ended) {}

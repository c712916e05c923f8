// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.content;

import java.util.List;

/// What a reader says of a file, beside what it holds.
///
/// @param missing what is missing, if the file ends too early; or an empty text
/// @param header a sentence, if its header promises another number of triangles; or an empty text
/// @param done what the reader did to the contents: sentences
/// @param foreign how many cells are neither tets nor triangles
/// @param kind what the first of them is
/// @param used whether an element that is no triangle uses each point; shorter if none does
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FileRemarks(
    String missing, String header, List<String> done, long foreign, String kind, boolean[] used) {
  /// Nothing is said.
  public static final FileRemarks NONE = new FileRemarks("", "", List.of(), 0, "", new boolean[0]);

  /// Whether the file ends too early.
  public boolean isCut() {
    return !missing.isEmpty();
  }
}

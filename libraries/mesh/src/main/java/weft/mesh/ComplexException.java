// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.List;
import java.util.stream.Collectors;
import weft.mesh.surface.Defect;

/// Thrown for a complex that cannot be filled with tets: it holds all that is wrong with it.
public final class ComplexException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<Defect> defects;

  ComplexException(List<Defect> defects) {
    super(
        defects.stream()
            .map(Defect::sentence)
            .collect(Collectors.joining("\n", "the complex cannot be meshed:\n", "")));
    this.defects = List.copyOf(defects);
  }

  /// What is wrong, each with its places.
  public List<Defect> defects() {
    return defects;
  }
}

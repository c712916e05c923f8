// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Shape;

/// An algorithm with its chunks.
///
/// @param entry the algorithm
/// @param chunk the length of a chunk in bytes
/// @param chunks the chunks that a rank may have in use
/// @param eager the most bytes that a message carries itself
public record AlgorithmChoice(Algorithms.Entry entry, long chunk, int chunks, long eager) {
  /// What a table of choices gives for a question.
  public static AlgorithmChoice of(Choices table, CollectiveQuestion question) {
    Shape shape = question.shape(new Shape(), 0);
    Algorithms.Entry entry = table.choose(shape);
    return new AlgorithmChoice(entry, shape.chunk(), shape.chunks(), table.eager());
  }

  /// Sets the chunks and the eager limit of a shape.
  Shape set(Shape shape) {
    return shape.pipeline(chunk, chunks).eager(eager);
  }

  @Override
  public String toString() {
    return entry.name();
  }
}

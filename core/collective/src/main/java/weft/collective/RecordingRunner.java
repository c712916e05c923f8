// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.Objects;
import weft.Completion;
import weft.collective.internal.engine.Context;
import weft.collective.internal.engine.GroupCall;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Algorithms;
import weft.layer.LayerRecording;

/// Runs the operations of one group on a rank that records them. Members call the operations of a
/// group in the same order, so each rank can number them by its own count.
final class RecordingRunner extends GroupRunner {
  private static final String BOARD = "board";

  private final LayerRecording recording;
  private final long group;
  private long operations;

  RecordingRunner(RankCollectives rankCollectives, Context context, GroupSettings settings) {
    super(rankCollectives, context, settings);
    this.recording = Objects.requireNonNull(rankCollectives.layer.recording());
    this.group = (long) context.id() << 48 | (context.generation() & 0xFFFFL) << 32;
  }

  @Override
  void carryOut(Operation operation) {
    int id = id(operation, isOverBoard(operation) ? BOARD : "");
    long began = recording.begin(id);
    long number = next();
    try {
      super.carryOut(operation);
    } finally {
      recording.end(id, began, operation.call.shape.bytes(), number);
    }
  }

  @Override
  void start(Operation operation, Completion done) {
    prepare(operation);
    int id = id(operation, "begun");
    long began = recording.begin(id);
    long number = next();
    try {
      super.start(operation, done);
    } finally {
      recording.end(id, began, operation.call.shape.bytes(), number);
    }
  }

  @Override
  void reserve(GroupCall call) {
    next();
    super.reserve(call);
  }

  private long next() {
    return group | (operations++ & 0xFFFF_FFFFL);
  }

  private int id(Operation operation, String way) {
    String algorithm = way;
    if (!way.equals(BOARD)) {
      int number = Signature.algorithm(operation.call.signature);
      String name = Algorithms.get(operation.collective, number).name();
      algorithm = way.isEmpty() ? name : name + ", " + way;
    }
    return recording.operation(operation.name, algorithm);
  }
}

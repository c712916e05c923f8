// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.lang.foreign.MemorySegment;
import weft.internal.rank.Loop;
import weft.memory.RecordLayout;
import weft.recording.Recorder;

/// Passes records to a dispatcher, and records the handlers that run. The dispatcher still turns
/// busy handlers into constants.
public final class RecordingDispatcher implements Loop.Taker {
  private final Dispatcher dispatcher;
  private final Reassembly reassembly;
  private final Recorder recorder;

  public RecordingDispatcher(Dispatcher dispatcher, Reassembly reassembly, Recorder recorder) {
    this.dispatcher = dispatcher;
    this.reassembly = reassembly;
    this.recorder = recorder;
  }

  @Override
  public boolean accept(long header, int source, MemorySegment memory, long at) {
    int others = dispatcher.others();
    long before = dispatcher.receivedBytes();
    recorder.beforeRecord(RecordLayout.handler(header), source);
    boolean accepted;
    try {
      accepted = dispatcher.accept(header, source, memory, at);
    } catch (Throwable failed) {
      recorder.failedHandler(RecordLayout.handler(header), source, RecordLayout.payload(header));
      throw failed;
    }
    if (!accepted) {
      recorder.refused();
      return false;
    }
    long bytes = RecordLayout.payload(header);
    switch (RecordLayout.kind(header)) {
      case RecordLayout.FIRST -> bytes = -1;
      case RecordLayout.MORE -> bytes = reassembly.isUnderWay(source) ? -1 : total(source);
      case RecordLayout.BULK -> bytes = total(source);
      default -> {}
    }
    if (bytes < 0) {
      recorder.partOfMessage();
      return true;
    }
    recorder.afterHandler(
        RecordLayout.handler(header),
        source,
        dispatcher.others() == others,
        bytes,
        dispatcher.receivedBytes() - before);
    return true;
  }

  /// The size of the message from `source` whose handler ran last.
  private long total(int source) {
    return reassembly.total(source);
  }

  @Override
  public void endBatch(int taken) {
    recorder.afterBatch();
    dispatcher.endBatch(taken);
  }
}

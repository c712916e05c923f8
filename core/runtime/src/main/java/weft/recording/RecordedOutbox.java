// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.lang.foreign.MemorySegment;
import weft.memory.RecordLayout;
import weft.memory.Words;
import weft.transport.Outbox;

/// An outbox that records the commits to another outbox.
final class RecordedOutbox extends Outbox {
  private final Outbox out;
  private final Recorder recorder;
  private final int target;

  RecordedOutbox(Outbox out, Recorder recorder) {
    this.out = out;
    this.recorder = recorder;
    this.target = out.target();
  }

  @Override
  public void commit(long at, int bytes, long header) {
    int kind = RecordLayout.kind(header);
    long payload = RecordLayout.payload(header);
    if (kind == RecordLayout.FIRST || kind == RecordLayout.BULK) {
      payload = Words.get(out.memory(), at + RecordLayout.HEADER);
    }
    out.commit(at, bytes, header);
    if (kind != RecordLayout.MORE) {
      recorder.sent(RecordLayout.handler(header), target, payload, kind >= RecordLayout.RSRN);
    }
  }

  @Override
  public int target() {
    return target;
  }

  @Override
  public long claim(int bytes) {
    return out.claim(bytes);
  }

  @Override
  public long claimHeld(int bytes) {
    return out.claimHeld(bytes);
  }

  @Override
  public MemorySegment memory() {
    return out.memory();
  }

  @Override
  public void word(long at, int index, long value) {
    out.word(at, index, value);
  }

  @Override
  public void wake() {
    out.wake();
  }

  @Override
  public void hold() {
    out.hold();
  }

  @Override
  public boolean isHeld() {
    return out.isHeld();
  }

  @Override
  public void release() {
    out.release();
  }

  @Override
  public boolean requestWake(int bytes) {
    return out.requestWake(bytes);
  }

  @Override
  public boolean isFull() {
    return out.isFull();
  }
}

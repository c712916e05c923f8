// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import weft.internal.rank.DueWork;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.internal.send.SystemHandlers;
import weft.memory.RecordLayout;
import weft.memory.Words;
import weft.transport.Outbox;

/// Answers the gets of other ranks with bytes of this one's heap, written straight into messages:
/// at once as far as there is room, the rest whenever there is some more. So a get of any length
/// takes no memory here, and whoever asks is sent no more than it takes.
final class GetService {
  /// So many messages of one get go at a time; then others have their turn.
  private static final int TURN = 16;

  /// What is left to be sent of one get. Kept and used again.
  private static final class Answer {
    long ticket;
    long at;
    long stride;
    long rowBytes;
    long rows;
    long row;
    long column;
    @Nullable Answer next;
  }

  private final Engine engine;
  private final OneSidedChannel channel;
  private final HeapReach reach;

  /// The most bytes of a get in one message.
  private final long most;

  // By source, in the order asked for.
  private final @Nullable Answer[] first;
  private final @Nullable Answer[] last;
  private int standing;
  private @Nullable Answer free;

  GetService(Engine engine, OneSidedChannel channel, HeapReach reach, long frameBytes) {
    this.engine = engine;
    this.channel = channel;
    this.reach = reach;
    this.most = (frameBytes & -8) - TransferLayout.REPLY;
    this.first = new Answer[channel.size()];
    this.last = new Answer[channel.size()];
    channel.install("a get", SystemHandlers.GET, this::receive);
  }

  private void receive(int source, MemorySegment memory, long from, long bytes) {
    if (bytes != TransferLayout.REQUEST) {
      throw channel.wrong(source, "a get of an unknown kind");
    }
    long at = TransferLayout.get(memory, from + TransferLayout.REQUEST_AT);
    long rowBytes = TransferLayout.get(memory, from + TransferLayout.REQUEST_ROW_BYTES);
    long stride = TransferLayout.get(memory, from + TransferLayout.REQUEST_STRIDE);
    long rows = TransferLayout.get(memory, from + TransferLayout.REQUEST_ROWS);
    long extent = TransferLayout.extent(rowBytes, stride, rows);
    if (extent < 0 || !reach.isPlace(at, extent)) {
      throw channel.wrong(
          source,
          "a get of "
              + rows
              + " rows of "
              + rowBytes
              + " bytes, "
              + stride
              + " apart, from offset "
              + at
              + ", outside its heap");
    }
    Answer answer = take();
    answer.ticket = TransferLayout.get(memory, from);
    answer.at = at;
    answer.rowBytes = rowBytes;
    answer.stride = stride;
    answer.rows = rows;
    if (first[source] == null && send(answer, source, TURN)) {
      give(answer);
    } else {
      keep(answer, source);
    }
  }

  private Answer take() {
    Answer answer = free;
    if (answer == null) {
      return new Answer();
    }
    free = answer.next;
    answer.next = null;
    answer.row = 0;
    answer.column = 0;
    return answer;
  }

  private void give(Answer answer) {
    answer.next = free;
    free = answer;
  }

  /// What the source waits for is still to be sent: quiescence must not pass over it.
  private void keep(Answer answer, int source) {
    engine.ledger().expect();
    engine.due(DueWork.DELAYED);
    Answer before = last[source];
    if (before == null) {
      first[source] = answer;
      standing++;
    } else {
      before.next = answer;
    }
    last[source] = answer;
  }

  /// Sends up to `messages` messages of a get while there is room, and says whether it is done.
  private boolean send(Answer answer, int source, int messages) {
    Outbox out = channel.outbox(source);
    for (int i = 0; i < messages && answer.row < answer.rows; i++) {
      int size = next(answer);
      int record = RecordLayout.lengthOf(TransferLayout.REPLY + size);
      long at = out.claim(record);
      if (at < 0) {
        return false;
      }
      MemorySegment memory = out.memory();
      Words.set(memory, at + RecordLayout.HEADER, answer.ticket);
      gather(answer, memory, at + RecordLayout.HEADER + TransferLayout.REPLY, size);
      engine.ledger().expect();
      int payload = TransferLayout.REPLY + size;
      out.commit(at, record, RecordLayout.header(RecordLayout.RSRN, SystemHandlers.GOT, payload));
    }
    return answer.row == answer.rows;
  }

  /// How many bytes go next: whole rows, or a piece of a long one.
  private int next(Answer answer) {
    long inRow = answer.rowBytes - answer.column;
    long fit = answer.column > 0 ? 0 : most / answer.rowBytes;
    return (int)
        (fit == 0
            ? Math.min(inRow, most)
            : Math.min(fit, answer.rows - answer.row) * answer.rowBytes);
  }

  private void gather(Answer answer, MemorySegment to, long at, long bytes) {
    MemorySegment heap = reach.heap(engine.rank());
    for (long left = bytes; left > 0; ) {
      long size = Math.min(answer.rowBytes - answer.column, left);
      MemorySegment.copy(
          heap, answer.at + answer.row * answer.stride + answer.column, to, at, size);
      at += size;
      left -= size;
      answer.column += size;
      if (answer.column == answer.rowBytes) {
        answer.column = 0;
        answer.row++;
      }
    }
  }

  /// Goes on with what stands, and returns to how many ranks something went.
  int carryOut() {
    int did = 0;
    for (int source = 0; standing > 0 && source < first.length; source++) {
      Answer answer = first[source];
      if (answer != null) {
        // The body's own message must not starve behind a long get.
        did += carryOut(answer, source, engine.sender().awaits(channel.outbox(source)) ? 1 : TURN);
      }
    }
    if (standing == 0) {
      engine.notDue(DueWork.DELAYED);
    }
    return did;
  }

  private int carryOut(Answer answer, int source, int messages) {
    long row = answer.row;
    long column = answer.column;
    boolean done = send(answer, source, messages);
    boolean moved = row != answer.row || column != answer.column;
    if (done) {
      first[source] = answer.next;
      if (answer.next == null) {
        last[source] = null;
        standing--;
      }
      give(answer);
      engine.ledger().happened();
    }
    return moved ? 1 : 0;
  }

  /// Asks every rank to which something must go to ring when it has made room, and says whether
  /// there is some already. Room behind something larger is none: who holds the outbox asks.
  boolean requestWakes() {
    boolean room = false;
    for (int source = 0; standing > 0 && source < first.length; source++) {
      Answer answer = first[source];
      if (answer != null && !channel.outbox(source).isHeld()) {
        int record = RecordLayout.lengthOf(TransferLayout.REPLY + next(answer));
        room |= channel.outbox(source).requestWake(record);
      }
    }
    return room;
  }
}

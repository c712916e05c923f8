// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.DueWork;
import weft.internal.rank.Rank;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.Extent;
import weft.memory.RecordLayout;
import weft.memory.Words;
import weft.transport.Outbox;

/// Answers the gets of other ranks with bytes from this rank's heap. They are written directly into
/// messages: at once while there is room, and the rest when there is room again. So a get of any
/// length needs no extra memory here.
final class GetAnswers {
  /// The maximum number of messages of one get that are sent before other gets take their turn.
  private static final int TURN = 16;

  /// The rest of one get, still to be sent. Reused.
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

  private final Rank self;
  private final Sender sender;
  private final TransferErrors errors;
  private final HeapMap heaps;

  /// The maximum number of bytes of a get in one message.
  private final long most;

  // The requests by source, in the order of arrival.
  private final @Nullable Answer[] first;
  private final @Nullable Answer[] last;

  /// The number of sources whose answers are not complete.
  private int unfinished;

  private @Nullable Answer free;

  GetAnswers(
      Rank self, Sender sender, HandlerTable handlers, TransferErrors errors, HeapMap heaps) {
    this.self = self;
    this.sender = sender;
    this.errors = errors;
    this.heaps = heaps;
    this.most = (sender.frameBytes() & -8L) - TransferLayout.REPLY;
    this.first = new Answer[heaps.size()];
    this.last = new Answer[heaps.size()];
    handlers.addSystemPayload("a get", SystemHandlers.GET, this::receive);
  }

  private void receive(int source, MemorySegment memory, long from, long bytes) {
    if (bytes != TransferLayout.REQUEST) {
      throw errors.wrong(source, "a get of an unknown kind");
    }
    long at = TransferLayout.get(memory, from + TransferLayout.REQUEST_AT);
    long rowBytes = TransferLayout.get(memory, from + TransferLayout.REQUEST_ROW_BYTES);
    long stride = TransferLayout.get(memory, from + TransferLayout.REQUEST_STRIDE);
    long rows = TransferLayout.get(memory, from + TransferLayout.REQUEST_ROWS);
    long extent = Extent.length(rowBytes, stride, rows);
    if (extent < 0 || !heaps.isPlace(at, extent)) {
      throw errors.wrong(
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

  /// Keeps the rest of an answer; quiescence waits until all of it has been sent.
  private void keep(Answer answer, int source) {
    self.ledger().expect();
    self.due().add(DueWork.DELAYED);
    Answer before = last[source];
    if (before == null) {
      first[source] = answer;
      unfinished++;
    } else {
      before.next = answer;
    }
    last[source] = answer;
  }

  /// Sends up to `messages` messages of a get while there is room, and returns whether it is done.
  private boolean send(Answer answer, int source, int messages) {
    Outbox out = sender.outbox(source);
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
      self.ledger().expect();
      int payload = TransferLayout.REPLY + size;
      out.commit(at, record, RecordLayout.header(RecordLayout.RSRN, SystemHandlers.GOT, payload));
    }
    return answer.row == answer.rows;
  }

  /// The number of bytes to send next: whole rows, or a piece of a long one.
  private int next(Answer answer) {
    long inRow = answer.rowBytes - answer.column;
    long fit = answer.column > 0 ? 0 : most / answer.rowBytes;
    return (int)
        (fit == 0
            ? Math.min(inRow, most)
            : Math.min(fit, answer.rows - answer.row) * answer.rowBytes);
  }

  private void gather(Answer answer, MemorySegment to, long at, long bytes) {
    MemorySegment heap = heaps.own();
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

  /// Continues unfinished answers, and returns to how many ranks bytes were sent.
  int carryOut() {
    int did = 0;
    for (int source = 0; unfinished > 0 && source < first.length; source++) {
      Answer answer = first[source];
      if (answer != null) {
        // The body's own message must not starve behind a long get.
        did += carryOut(answer, source, sender.awaits(sender.outbox(source)) ? 1 : TURN);
      }
    }
    if (unfinished == 0) {
      self.due().remove(DueWork.DELAYED);
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
        unfinished--;
      }
      give(answer);
      self.ledger().happened();
    }
    return moved ? 1 : 0;
  }

  /// Requests a wake-up from every rank with an unfinished answer when it has made room, and
  /// returns whether there is some already. If the outbox is held, its holder makes the request.
  boolean requestWakes() {
    boolean room = false;
    for (int source = 0; unfinished > 0 && source < first.length; source++) {
      Answer answer = first[source];
      if (answer != null && !sender.outbox(source).isHeld()) {
        int record = RecordLayout.lengthOf(TransferLayout.REPLY + next(answer));
        room |= sender.outbox(source).requestWake(record);
      }
    }
    return room;
  }
}

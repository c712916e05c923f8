// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import static weft.internal.remote.TransferLayout.ROW;
import static weft.internal.remote.TransferLayout.ROWS;
import static weft.internal.remote.TransferLayout.padded;

import java.lang.foreign.MemorySegment;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Counted;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.Extent;
import weft.memory.span.MemoryTransfer;
import weft.transport.Outbox;

/// Puts into other ranks' heaps: the bytes are written directly into messages, from which the
/// target's handler copies them to their places. Each message describes its own bytes, so a long
/// put needs no reassembly and no other memory.
final class PutMessages {
  private final Sender sender;
  private final TransferErrors errors;
  private final HeapMap heaps;

  /// The maximum size of a message, in bytes.
  private final long most;

  PutMessages(Sender sender, HandlerTable handlers, TransferErrors errors, HeapMap heaps) {
    this.sender = sender;
    this.errors = errors;
    this.heaps = heaps;
    this.most = sender.frameBytes() & -8;
    handlers.addSystemPayload("a put", SystemHandlers.PUT, this::receive);
    handlers.setLandings(this::landing);
  }

  /// Sends the parts of a put that a request follows. Long contiguous bytes travel beside the
  /// records, from memory to memory, where the network can do that.
  void sendBefore(MemoryTransfer transfer) {
    if (isContiguous(transfer)) {
      long bytes = transfer.rowBytes() * transfer.parts();
      if (sender.put(
          transfer.call(),
          transfer.rank(),
          transfer.local(),
          transfer.offset(),
          bytes,
          transfer.at())) {
        return;
      }
    }
    send(transfer);
  }

  private static boolean isContiguous(MemoryTransfer transfer) {
    long row = transfer.rowBytes();
    return transfer.isRows()
        && (transfer.parts() == 1 || transfer.stride() == row && transfer.heapStride() == row);
  }

  private MemorySegment landing(int source, long at, long bytes) {
    if (!heaps.isPlace(at, bytes)) {
      throw errors.wrong(
          source, "a put of " + bytes + " bytes to offset " + at + ", outside its heap");
    }
    return heaps.own();
  }

  /// Sends contiguous bytes.
  private void bytes(String call, Object source, long offset, int target, long at, long bytes) {
    long piece = most - ROW;
    for (long done = 0; done < bytes; done += piece) {
      long size = Math.min(piece, bytes - done);
      long to = open(call, target, ROW + size);
      part(sender.opened(), to, at + done, 1, size);
      errors.copy(call, source, offset + done, sender.opened(), to + ROW, size);
      sender.close();
    }
  }

  private long open(String call, int target, long bytes) {
    Outbox out = sender.outbox(target);
    return sender.open(Counted.BY_QUIESCENCE, call, out, SystemHandlers.PUT, (int) bytes);
  }

  private static void part(MemorySegment memory, long to, long at, long rows, long rowBytes) {
    TransferLayout.set(memory, to, at);
    TransferLayout.set(memory, to + 8, TransferLayout.shape(rows, rowBytes));
  }

  /// Sends the parts of a put. A message holds as many as fit, and a long part is sent alone.
  void send(MemoryTransfer transfer) {
    if (!transfer.isRows()) {
      blocks(transfer);
      return;
    }
    String call = transfer.call();
    Object source = transfer.local();
    long offset = transfer.offset();
    long stride = transfer.stride();
    int target = transfer.rank();
    long at = transfer.at();
    long heapStride = transfer.heapStride();
    long rowBytes = transfer.rowBytes();
    long rows = transfer.parts();
    if (isContiguous(transfer)) {
      bytes(call, source, offset, target, at, rowBytes * rows);
      return;
    }
    long fit = (most - ROWS) / rowBytes;
    for (long row = 0; row < rows; ) {
      long count = Math.min(fit, rows - row);
      if (count < 2) {
        bytes(call, source, offset + row * stride, target, at + row * heapStride, rowBytes);
        row++;
        continue;
      }
      long to = open(call, target, ROWS + count * rowBytes);
      MemorySegment memory = sender.opened();
      part(memory, to, at + row * heapStride, count, rowBytes);
      TransferLayout.set(memory, to + ROW, heapStride);
      for (long i = 0; i < count; i++) {
        long from = offset + (row + i) * stride;
        errors.copy(call, source, from, memory, to + ROWS + i * rowBytes, rowBytes);
      }
      sender.close();
      row += count;
    }
  }

  private void blocks(MemoryTransfer transfer) {
    String call = transfer.call();
    Object source = transfer.local();
    int target = transfer.rank();
    long blocks = transfer.parts();
    for (long block = 0; block < blocks; ) {
      long end = block;
      long size = 0;
      while (end < blocks && transfer.bytes(end) <= most - ROW - size) {
        size += ROW + padded(transfer.bytes(end));
        end++;
      }
      if (end == block) {
        long at = transfer.at(block);
        bytes(call, source, transfer.offset(block), target, at, transfer.bytes(block));
        block++;
        continue;
      }
      long next = open(call, target, size);
      MemorySegment memory = sender.opened();
      for (; block < end; block++) {
        long bytes = transfer.bytes(block);
        part(memory, next, transfer.at(block), 1, bytes);
        errors.copy(call, source, transfer.offset(block), memory, next + ROW, bytes);
        next += ROW + padded(bytes);
      }
      sender.close();
    }
  }

  private void receive(int source, MemorySegment memory, long from, long bytes) {
    MemorySegment heap = heaps.own();
    long end = from + bytes;
    while (from < end) {
      from = receivePart(source, memory, from, end, heap);
    }
  }

  private long receivePart(
      int source, MemorySegment memory, long from, long end, MemorySegment heap) {
    if (end - from < ROW) {
      throw errors.wrong(source, "a put that is cut off");
    }
    long at = TransferLayout.get(memory, from);
    long shape = TransferLayout.get(memory, from + 8);
    long rows = TransferLayout.rows(shape);
    long rowBytes = TransferLayout.rowBytes(shape);
    long stride = 0;
    long next = from + ROW;
    if (rows > 1 && end - from >= ROWS) {
      stride = TransferLayout.get(memory, from + ROW);
      next = from + ROWS;
    }
    if (rowBytes == 0 && rows == 1) {
      return next; // an empty block
    }
    long extent = Extent.length(rowBytes, stride, rows);
    // Both factors have 32 bits.
    if (extent < 0 || Long.compareUnsigned(rows * rowBytes, end - next) > 0) {
      throw errors.wrong(
          source, "a put of " + rows + " rows of " + rowBytes + " bytes that are not there");
    }
    if (!heaps.isPlace(at, extent)) {
      throw errors.wrong(
          source, "a put of " + extent + " bytes to offset " + at + ", outside its heap");
    }
    for (long row = 0; row < rows; row++) {
      MemorySegment.copy(memory, next + row * rowBytes, heap, at + row * stride, rowBytes);
    }
    return next + padded(rows * rowBytes);
  }
}

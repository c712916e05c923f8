// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Pending;

/// Rows and blocks of other ranks' heaps, packed into messages as many as fit.
final class MessagedStrided extends StridedAccess {
  private final MessagedOneSided oneSided;
  private final int own;

  MessagedStrided(MessagedOneSided oneSided, int own) {
    super(oneSided);
    this.oneSided = oneSided;
    this.own = own;
  }

  @Override
  void movePutRows(
      String call,
      MemorySegment source,
      long offset,
      long stride,
      int rank,
      long at,
      long stride2,
      long rowBytes,
      long rows,
      @Nullable Pending done) {
    if (rank == own) {
      super.movePutRows(call, source, offset, stride, rank, at, stride2, rowBytes, rows, done);
    } else {
      oneSided.putRows(call, source, offset, stride, rank, at, stride2, rowBytes, rows, done);
    }
  }

  @Override
  void moveGetRows(
      String call,
      int rank,
      long at,
      long stride,
      MemorySegment destination,
      long offset,
      long stride2,
      long rowBytes,
      long rows,
      @Nullable Pending done) {
    if (rank == own) {
      super.moveGetRows(call, rank, at, stride, destination, offset, stride2, rowBytes, rows, done);
    } else {
      oneSided.getRows(call, rank, at, stride, destination, offset, stride2, rowBytes, rows, done);
    }
  }

  @Override
  void movePutBlocks(
      String call,
      MemorySegment source,
      long[] from,
      int rank,
      long at,
      long[] to,
      long[] bytes,
      @Nullable Pending done) {
    if (rank == own) {
      super.movePutBlocks(call, source, from, rank, at, to, bytes, done);
    } else {
      oneSided.putBlocks(call, source, from, rank, at, to, bytes, done);
    }
  }

  @Override
  void moveGetBlocks(
      String call,
      int rank,
      long at,
      long[] from,
      MemorySegment destination,
      long[] to,
      long[] bytes,
      @Nullable Pending done) {
    if (rank == own) {
      super.moveGetBlocks(call, rank, at, from, destination, to, bytes, done);
    } else {
      oneSided.getBlocks(call, rank, at, from, destination, to, bytes, done);
    }
  }
}

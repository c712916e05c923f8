// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

/// The measurements of one-sided memory by a pair of ranks. All are one-sided unless stated
/// otherwise.
public enum MemoryKind {
  /// A put from registered memory without a wait; one fence ends the slice.
  PUT,
  /// A put, and a wait until it is at the target.
  PUT_DONE,
  /// A put from an array and a get to an array, outside the registered heap.
  PUT_ARRAY,
  GET_ARRAY,
  /// A get into registered memory; it is complete when the call returns.
  GET,
  /// The plain copy between two places of the same kind, and the plain stores of longs.
  COPY,
  STORES,
  LOADS,
  /// A put with a handler after it: half of a round trip, and the time of the calls of a burst.
  PUT_OP_TRIP,
  PUT_OP_COST,
  /// A get with a handler on the same rank after it.
  GET_OP,
  /// The copy alone, in such bursts.
  COPY_COST,
  /// A block of a matrix: 1000 rows of 1000 doubles, 4000 doubles apart at the target.
  STRIDED,
  /// One word.
  PUT_LONG,
  GET_LONG,
  FETCH_ADD,
  FETCH_ADD_DONE,
  COMPARE_AND_SWAP,
  FETCH_ADD_DOUBLE,
  /// A call with two longs and a result, as a round trip.
  CALL,
  /// A request with a record of three fields: half of a round trip.
  OBJECT_TRIP,
  /// A block allocated in the other rank's heap, and freed.
  MALLOC,
  /// Random blocks allocated and freed in this rank's own heap.
  CHURN
}

// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

/// What a pair of ranks can measure of one-sided memory. All of them are one-sided but those that
/// say otherwise.
public enum MemoryKind {
  /// A put from registered memory that nobody waits for; one fence ends the slice.
  PUT,
  /// A put, and a wait until it is at the target.
  PUT_DONE,
  /// A put from and a get to memory outside the registered heap: an array.
  PUT_ARRAY,
  GET_ARRAY,
  /// A get into registered memory; it is there when the call returns.
  GET,
  /// The plain copy between two places of the same kind, and the plain stores of longs.
  COPY,
  STORES,
  LOADS,
  /// A put with a request behind it: half of a round trip, and what the calls of a burst take.
  PUT_OP_TRIP,
  PUT_OP_COST,
  /// A get with a request to the rank itself behind it.
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
  /// A call of two longs and a result, there and back.
  CALL,
  /// A request with a record of three fields: half of a round trip.
  OBJECT_TRIP,
  /// A block allocated in the other rank's heap, and freed.
  MALLOC,
  /// Random blocks allocated and freed in this rank's own heap.
  CHURN
}

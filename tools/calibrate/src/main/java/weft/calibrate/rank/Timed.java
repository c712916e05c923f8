// SPDX-License-Identifier: Apache-2.0
package weft.calibrate.rank;

/// One kind of work that all ranks of the job do together, and time.
interface Timed {
  /// Does the work `count` times. Returns the nanoseconds that this rank measured for all; 0 if
  /// another rank measures.
  long nanos(long count);
}

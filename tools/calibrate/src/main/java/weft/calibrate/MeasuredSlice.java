// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import weft.model.measured.Subject;

/// A slice of a job.
///
/// @param subject what was measured
/// @param round the round
/// @param micros the time of a call
/// @param before the nanoseconds of a barrier before the slice
/// @param after the nanoseconds of a barrier after it
record MeasuredSlice(Subject subject, int round, double micros, double before, double after) {}

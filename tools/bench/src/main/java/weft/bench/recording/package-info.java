// SPDX-License-Identifier: Apache-2.0

/// The cost of recording a job.
@org.jspecify.annotations.NullMarked
package weft.bench.recording;

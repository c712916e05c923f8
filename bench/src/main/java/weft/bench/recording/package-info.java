// SPDX-License-Identifier: Apache-2.0

/// What it costs that a job is recorded.
@org.jspecify.annotations.NullMarked
package weft.bench.recording;

// SPDX-License-Identifier: Apache-2.0
/// Costs of communication by the τ-Lop model: platforms, transmissions, expressions, evaluators.
///
/// A cost is a set of sequences of transmissions that progress at once ("Model-based estimation of
/// the communication cost of hybrid data-parallel applications on heterogeneous clusters",
/// supplement, section 3). All times are in microseconds, all lengths in bytes.
@NullMarked
package weft.model;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// Costs of channels and of the overlap loop.
@NullMarked
package weft.bench.overlap;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// `weft bench outofcore`.
@NullMarked
package weft.bench.outofcore;

import org.jspecify.annotations.NullMarked;

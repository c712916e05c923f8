// SPDX-License-Identifier: Apache-2.0
/// `weft bench checkpoint`.
@NullMarked
package weft.bench.checkpoint;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// A rank's part of what `weft bench collective` measures.
@NullMarked
package weft.bench.collective.rank;

import org.jspecify.annotations.NullMarked;

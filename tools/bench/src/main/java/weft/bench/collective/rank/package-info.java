// SPDX-License-Identifier: Apache-2.0
/// The ranks' part of `weft bench collective`.
@NullMarked
package weft.bench.collective.rank;

import org.jspecify.annotations.NullMarked;

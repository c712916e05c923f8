// SPDX-License-Identifier: Apache-2.0
/// What a collective operation consists of, and what it costs.
@NullMarked
package weft.model.sheet;

import org.jspecify.annotations.NullMarked;

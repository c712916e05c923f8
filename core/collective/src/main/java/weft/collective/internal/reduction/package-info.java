// SPDX-License-Identifier: Apache-2.0
/// Operators on runs of elements, and reductions of several operands at a time.
@NullMarked
package weft.collective.internal.reduction;

import org.jspecify.annotations.NullMarked;

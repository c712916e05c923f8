// SPDX-License-Identifier: Apache-2.0
/// A jcstress or two-process litmus test for every claim about order.
@NullMarked
package weft.stress;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// Active messages between the ranks of a parallel program: the public API.
@NullMarked
package weft;

import org.jspecify.annotations.NullMarked;

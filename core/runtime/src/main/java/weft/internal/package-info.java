// SPDX-License-Identifier: Apache-2.0
/// The implementation of the public API. Not exported.
@NullMarked
package weft.internal;

import org.jspecify.annotations.NullMarked;

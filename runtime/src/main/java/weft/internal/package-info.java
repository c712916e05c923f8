// SPDX-License-Identifier: Apache-2.0
/// What stands behind the public API. Not exported.
@NullMarked
package weft.internal;

import org.jspecify.annotations.NullMarked;

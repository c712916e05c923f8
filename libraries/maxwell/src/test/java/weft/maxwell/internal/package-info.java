// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.maxwell.internal;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.maxwell;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.apps.maxwell;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// Tests of what libraries see of the runtime.
@NullMarked
package weft.layer;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// Tests of transforms and grids.
@NullMarked
package weft.multipole.internal;

import org.jspecify.annotations.NullMarked;

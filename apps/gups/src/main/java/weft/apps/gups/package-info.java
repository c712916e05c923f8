// SPDX-License-Identifier: Apache-2.0
/// Random updates of a table that all ranks hold together: HPCC RandomAccess.
@NullMarked
package weft.apps.gups;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// Random updates of a table that is distributed over all ranks: HPCC RandomAccess.
@NullMarked
package weft.apps.gups;

import org.jspecify.annotations.NullMarked;

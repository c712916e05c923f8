// SPDX-License-Identifier: Apache-2.0
/// Load-balancing policies: they decide which object moves to which rank. They see loads and ranks,
/// but not the objects themselves.
@NullMarked
package weft.mobile.balance;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// Policies that balance loads: which object goes to which rank. They know loads and places, and
/// nothing of objects.
@NullMarked
package weft.mobile.balance;

import org.jspecify.annotations.NullMarked;

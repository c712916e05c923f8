// SPDX-License-Identifier: Apache-2.0
/// Tests.
@NullMarked
package weft.mobile.balance;

import org.jspecify.annotations.NullMarked;

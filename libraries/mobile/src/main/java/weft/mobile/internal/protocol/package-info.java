// SPDX-License-Identifier: Apache-2.0
/// Locates objects and delivers messages to them, exactly once and in order. The package does not
/// know users' types, which are behind [Hosting].
@NullMarked
package weft.mobile.internal.protocol;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// Where objects are, and how messages reach them exactly once and in order. It knows no types of
/// users: they are behind [Hosting].
@NullMarked
package weft.mobile.internal.protocol;

import org.jspecify.annotations.NullMarked;

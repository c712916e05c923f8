// SPDX-License-Identifier: Apache-2.0
/// Tests.
@NullMarked
package weft.mobile.internal.protocol;

import org.jspecify.annotations.NullMarked;

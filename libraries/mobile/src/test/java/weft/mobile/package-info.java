// SPDX-License-Identifier: Apache-2.0
/// Tests.
@NullMarked
package weft.mobile;

import org.jspecify.annotations.NullMarked;

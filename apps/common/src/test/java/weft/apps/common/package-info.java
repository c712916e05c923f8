// SPDX-License-Identifier: Apache-2.0
/// Tests of what programs share.
@NullMarked
package weft.apps.common;

import org.jspecify.annotations.NullMarked;

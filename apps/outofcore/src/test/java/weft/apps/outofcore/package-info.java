// SPDX-License-Identifier: Apache-2.0
/// Tests.
@NullMarked
package weft.apps.outofcore;

import org.jspecify.annotations.NullMarked;

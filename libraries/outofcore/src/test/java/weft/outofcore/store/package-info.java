// SPDX-License-Identifier: Apache-2.0
/// Tests.
@NullMarked
package weft.outofcore.store;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// Support for tests that run a body on several ranks.
@NullMarked
package weft.testkit;

import org.jspecify.annotations.NullMarked;

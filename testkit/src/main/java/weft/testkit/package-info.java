// SPDX-License-Identifier: Apache-2.0
/// Tests that run a body on several ranks, and probes for them.
@NullMarked
package weft.testkit;

import org.jspecify.annotations.NullMarked;

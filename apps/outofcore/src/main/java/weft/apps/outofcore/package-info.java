// SPDX-License-Identifier: Apache-2.0
/// Walkers over more data than memory, and objects that rise from disk to be worked on.
@NullMarked
package weft.apps.outofcore;

import org.jspecify.annotations.NullMarked;

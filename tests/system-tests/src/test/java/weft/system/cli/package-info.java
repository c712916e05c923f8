// SPDX-License-Identifier: Apache-2.0
/// Tests of the `weft` command, as users start it: the packaged jars, in processes of their own.
@NullMarked
package weft.system.cli;

import org.jspecify.annotations.NullMarked;

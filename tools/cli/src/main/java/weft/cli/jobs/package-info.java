// SPDX-License-Identifier: Apache-2.0
/// Commands about running jobs: `weft jobs`, `weft top`, `weft stop`.
@NullMarked
package weft.cli.jobs;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// What is said of jobs that run: `weft jobs`, `weft top`, `weft stop`.
@NullMarked
package weft.cli.jobs;

import org.jspecify.annotations.NullMarked;

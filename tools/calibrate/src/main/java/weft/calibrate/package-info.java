// SPDX-License-Identifier: Apache-2.0
/// The command `weft calibrate`: plans measurements, runs them as jobs, and writes a profile.
@NullMarked
package weft.calibrate;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// `weft doctor`: what this machine offers, and what is missing.
@NullMarked
package weft.cli.doctor;

import org.jspecify.annotations.NullMarked;

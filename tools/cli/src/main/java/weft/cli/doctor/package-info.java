// SPDX-License-Identifier: Apache-2.0
/// `weft doctor`: checks this machine and the installation.
@NullMarked
package weft.cli.doctor;

import org.jspecify.annotations.NullMarked;

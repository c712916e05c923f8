// SPDX-License-Identifier: Apache-2.0
/// The program maxwell: radar cross sections of bodies, ports and patterns of antennas, near
/// fields.
@NullMarked
package weft.apps.maxwell;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/// A laboratory: several simulated hosts on one machine, with links that can be slow, cut, or lost.
///
/// Each host is a network namespace; a bridge in another namespace joins them. So a lab is not
/// visible in the machine's own network, and several labs do not interfere.
@NullMarked
package weft.lab;

import org.jspecify.annotations.NullMarked;

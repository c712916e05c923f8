// SPDX-License-Identifier: Apache-2.0
/// A laboratory: several hosts on one machine, joined by links that can be slow, cut, or lost.
///
/// Each host is a network namespace; a bridge, in a namespace of its own, joins them. So nothing of
/// a lab is seen in the machine's own network, and several labs never meet.
@NullMarked
package weft.lab;

import org.jspecify.annotations.NullMarked;

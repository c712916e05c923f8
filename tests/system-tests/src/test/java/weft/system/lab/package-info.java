// SPDX-License-Identifier: Apache-2.0
/// The laboratory of several hosts, with real namespaces and links.
@NullMarked
package weft.system.lab;

import org.jspecify.annotations.NullMarked;

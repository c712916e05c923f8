// SPDX-License-Identifier: Apache-2.0
/// What a job takes of a host: its share of memory and processors, and the ports at which it
/// listens.
@NullMarked
package weft.transport.host;

import org.jspecify.annotations.NullMarked;

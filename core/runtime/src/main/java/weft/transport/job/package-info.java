// SPDX-License-Identifier: Apache-2.0
/// Finding and asking a job on this machine, whatever its transport: its directory, its control
/// socket, and the messages there. For transports and the command line, not for users.
@NullMarked
package weft.transport.job;

import org.jspecify.annotations.NullMarked;

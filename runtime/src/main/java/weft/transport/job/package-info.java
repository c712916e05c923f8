// SPDX-License-Identifier: Apache-2.0
/// How a job on this machine is found and asked, whatever its transport: its directory, its control
/// socket, and what is said there. For transports and the command line, not for users.
@NullMarked
package weft.transport.job;

import org.jspecify.annotations.NullMarked;

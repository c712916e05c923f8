// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.nio.file.Path;

/// A jar that hosts of a job need.
///
/// @param name the SHA-256 of its content, in hexadecimal digits
/// @param file where it is on this host
/// @param size its bytes
record Jar(String name, Path file, long size) {}

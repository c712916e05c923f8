// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.files;

/// A rank's file that is complete.
///
/// @param bytes its length
/// @param checksum the CRC-32C of its list of entries, which holds those of all bodies
public record WrittenFile(long bytes, int checksum) {}

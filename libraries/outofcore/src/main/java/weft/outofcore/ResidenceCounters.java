// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

/// What [Residence] has done on one rank since the start.
///
/// @param residentBytes the bytes of the objects in memory now
/// @param absent the number of objects that are on disk alone now
/// @param entered how often an object has come back to memory
/// @param left how often an object has left memory
/// @param waited how often the rank has stood still for an object that it needed at once
///   ([weft.mobile.MobileObjects#here])
/// @param refused how often the mail of an object was refused for want of room
/// @param mailBytes the bytes of mail on disk now
/// @param mailStored the bytes of mail that have gone to disk
/// @param bytesRead the bytes that were read from disk
/// @param bytesWritten the bytes that were written to disk
/// @param diskSeconds the time of all reads and writes together; most of it passes while others run
/// @param storeBytes the length of the file
public record ResidenceCounters(
    long residentBytes,
    long absent,
    long entered,
    long left,
    long waited,
    long refused,
    long mailBytes,
    long mailStored,
    long bytesRead,
    long bytesWritten,
    double diskSeconds,
    long storeBytes) {}

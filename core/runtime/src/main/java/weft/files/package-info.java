// SPDX-License-Identifier: Apache-2.0
/// The files that users name: what a program writes for them, and what it reads from them.
///
/// [weft.files.OutputFile] replaces a regular file as a whole or not at all, writes into devices
/// and pipes, and never replaces anything else. [weft.files.InputFile] reads without waiting for
/// ever. Whatever fails is a [weft.files.FileException], whose message is a sentence for the user.
@NullMarked
package weft.files;

import org.jspecify.annotations.NullMarked;

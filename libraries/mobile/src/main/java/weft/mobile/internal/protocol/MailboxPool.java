// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The mailboxes of one rank that no object uses. An object has a mailbox only while messages wait
/// for it.
final class MailboxPool {
  private static final int MOST = 4096;

  private final ArrayDeque<Mailbox> mailboxes = new ArrayDeque<>();

  /// The mailbox that became free last, before those in [#mailboxes].
  private @Nullable Mailbox spare;

  MailboxPool() {}

  /// Returns the mailbox of `object`, and gives it one if it has none.
  Mailbox of(Resident object) {
    Mailbox mail = object.mail;
    if (mail == null) {
      mail = spare == null ? mailboxes.poll() : spare;
      spare = null;
      object.mail = mail == null ? new Mailbox() : mail;
      return object.mail;
    }
    return mail;
  }

  /// Takes the empty mailbox of `object` back.
  void recycle(Resident object) {
    Mailbox mail = object.mail;
    object.mail = null;
    if (mail == null || mail.isLarge()) {
      return;
    }
    Mailbox before = spare;
    spare = mail;
    if (before != null && mailboxes.size() < MOST) {
      mailboxes.push(before);
    }
  }

  /// Empties the mailbox of `object`, which has left, and takes it back.
  void recycleAfterLeaving(Resident object) {
    if (object.mail != null) {
      object.mail.clear();
    }
    recycle(object);
  }
}

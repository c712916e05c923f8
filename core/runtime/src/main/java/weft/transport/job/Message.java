// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;

/// The messages between a job's host and its ranks on the control socket, and their layout.
///
/// ```
///  0          4      5
/// +----------+------+-----------------------------+
/// | length   | kind | body                        |   length: bytes of kind and body; big-endian
/// +----------+------+-----------------------------+
///
/// kind           from → to              body
///  1 HELLO       rank → host            text token, int rank, long pid
///  2 SEGMENT     host → rank            text path, long ringBytes, long pid of the host
///  3 MAPPED      rank → host
///  4 GO          host → rank
///  5 FINISHED    rank → host
///  6 FAILED      rank → host            report
///  7 ABORT       host → rank            report
///  8 DESCRIBE    host → rank            byte: 1 asks for the text too
///  9 DESCRIPTION rank → host → asker    byte: 1 when the text was asked for, long activity, text
/// 10 INQUIRE     asker → host           text token
/// 11 REFUSED     host → anyone          text
/// 12 LEAVING     rank ↔ hub
///
/// text   = int bytes, UTF-8
/// report = int rank, text where, text cause, text stack
/// ```
///
/// On one machine a rank joins so: HELLO, SEGMENT, MAPPED, and GO when all have mapped. FINISHED,
/// FAILED and ABORT end it. Ranks that watch each other have hubs among themselves; their
/// connections begin with a [Handshake] instead, and no token is sent on them.
public sealed interface Message {
  /// The largest frame, kind and body. A sender of a longer one is a foreign process.
  int MAX_FRAME = 1 << 20;

  /// The maximum number of characters of one text; longer ones are cut.
  int MAX_TEXT = 1 << 16;

  /// The number of the message's kind.
  byte kind();

  /// Writes its body.
  default void body(Body out) {}

  /// A process gives its rank, and shows that it knows the job's secret.
  record Hello(String token, int rank, long pid) implements Message {
    @Override
    public byte kind() {
      return 1;
    }

    @Override
    public void body(Body out) {
      out.text(token);
      out.number(rank);
      out.word(pid);
    }
  }

  /// The place of the job's memory.
  record Segment(String path, long ringBytes, long hostPid) implements Message {
    @Override
    public byte kind() {
      return 2;
    }

    @Override
    public void body(Body out) {
      out.text(path);
      out.word(ringBytes);
      out.word(hostPid);
    }
  }

  /// The rank has mapped the memory, and its doorbell is ready.
  record Mapped() implements Message {
    @Override
    public byte kind() {
      return 3;
    }
  }

  /// All ranks have mapped the memory.
  record Go() implements Message {
    @Override
    public byte kind() {
      return 4;
    }
  }

  /// The rank has taken part in the collective end.
  record Finished() implements Message {
    @Override
    public byte kind() {
      return 5;
    }
  }

  /// The reason why a job ends.
  sealed interface Report extends Message {
    /// The failure and its place.
    FailureReport report();

    @Override
    default void body(Body out) {
      out.report(report());
    }
  }

  /// The rank ends the job.
  record Failed(FailureReport report) implements Report {
    @Override
    public byte kind() {
      return 6;
    }
  }

  /// The job has failed.
  record Abort(FailureReport report) implements Report {
    @Override
    public byte kind() {
      return 7;
    }
  }

  /// Asks for the status of the rank.
  record Describe(boolean withText) implements Message {
    @Override
    public byte kind() {
      return 8;
    }

    @Override
    public void body(Body out) {
      out.flag(withText);
    }
  }

  /// The status of a rank or, for an asker, of the whole job.
  record Description(boolean withText, long activity, String text) implements Message {
    @Override
    public byte kind() {
      return 9;
    }

    @Override
    public void body(Body out) {
      out.flag(withText);
      out.word(activity);
      out.text(text);
    }
  }

  /// Asks for the status of the job.
  record Inquire(String token) implements Message {
    @Override
    public byte kind() {
      return 10;
    }

    @Override
    public void body(Body out) {
      out.text(token);
    }
  }

  /// The reason why the other side is refused.
  record Refused(String reason) implements Message {
    @Override
    public byte kind() {
      return 11;
    }

    @Override
    public void body(Body out) {
      out.text(reason);
    }
  }

  /// The process exits normally, or by a signal that it handles, before the job's end.
  record Leaving() implements Message {
    @Override
    public byte kind() {
      return 12;
    }
  }

  /// This message's whole frame, ready to be written.
  default ByteBuffer frame() {
    var out = new Body();
    out.flag(false);
    body(out);
    return out.frame(kind());
  }

  /// Takes the next whole message out of `in` (ready to be read), or returns null and leaves `in`
  /// unchanged if there is none yet.
  ///
  /// @throws IOException if the bytes are not a message
  static @Nullable Message next(ByteBuffer in) throws IOException {
    if (in.remaining() < 4) {
      return null;
    }
    int length = in.getInt(in.position());
    if (length < 1 || length > MAX_FRAME) {
      throw new IOException("a control message of " + length + " bytes");
    }
    if (in.remaining() < 4 + length) {
      return null;
    }
    ByteBuffer frame = in.slice(in.position() + 4, length);
    in.position(in.position() + 4 + length);
    try {
      Message message = decode(frame.get(), frame);
      if (frame.hasRemaining()) {
        throw new IOException("a control message with " + frame.remaining() + " bytes too many");
      }
      return message;
    } catch (java.nio.BufferUnderflowException e) {
      throw new IOException("a control message that ends too early", e);
    }
  }

  private static Message decode(byte kind, ByteBuffer in) throws IOException {
    return switch (kind) {
      case 1 -> new Hello(text(in), in.getInt(), in.getLong());
      case 2 -> new Segment(text(in), in.getLong(), in.getLong());
      case 3 -> new Mapped();
      case 4 -> new Go();
      case 5 -> new Finished();
      case 6 -> new Failed(report(in));
      case 7 -> new Abort(report(in));
      case 8 -> new Describe(in.get() != 0);
      case 9 -> new Description(in.get() != 0, in.getLong(), text(in));
      case 10 -> new Inquire(text(in));
      case 11 -> new Refused(text(in));
      case 12 -> new Leaving();
      default -> throw new IOException("a control message of unknown kind " + kind);
    };
  }

  private static FailureReport report(ByteBuffer in) throws IOException {
    return new FailureReport(in.getInt(), text(in), text(in), text(in));
  }

  private static String text(ByteBuffer in) throws IOException {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new IOException("a control message with a text of " + length + " bytes");
    }
    var bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// A frame under construction.
  final class Body {
    private static final int LENGTH_AND_KIND = 5;
    private ByteBuffer bytes = ByteBuffer.allocate(256);

    private Body() {
      bytes.putInt(0);
    }

    private ByteBuffer room(int more) {
      if (bytes.remaining() < more) {
        bytes = ByteBuffer.allocate(2 * (bytes.capacity() + more)).put(bytes.flip());
      }
      return bytes;
    }

    private void flag(boolean value) {
      room(1).put((byte) (value ? 1 : 0));
    }

    private void number(int value) {
      room(4).putInt(value);
    }

    private void word(long value) {
      room(8).putLong(value);
    }

    private void text(String text) {
      byte[] utf8 =
          (text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text)
              .getBytes(StandardCharsets.UTF_8);
      room(4 + utf8.length).putInt(utf8.length).put(utf8);
    }

    private void report(FailureReport report) {
      number(report.rank());
      text(report.where());
      text(report.cause());
      text(report.stack());
    }

    private ByteBuffer frame(byte kind) {
      return bytes.putInt(0, bytes.position() - 4).put(LENGTH_AND_KIND - 1, kind).flip();
    }
  }
}

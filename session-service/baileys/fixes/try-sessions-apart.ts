import { SessionCipher } from "libsignal";

/** No session with the device can read a message; the text is the cipher's own. */
class Unreadable extends Error {
  /** This very ciphertext was decrypted before. */
  readonly wasRead: boolean;
  constructor(wasRead: boolean) {
    super("No matching sessions found for message");
    this.name = "SessionError";
    this.wasRead = wasRead;
  }
}

const USED_KEY = "Key used already or never filled";
/** As a group's cipher says it. */
const USED_GROUP_KEY = /^Received message with old counter/;

/**
 * Whether a decryption failed because this very ciphertext was decrypted before. All keys up to a counter are made at
 * once and each is taken away with its message, so a key that is not there was used.
 */
export function wasDecryptedBefore(error: unknown): boolean {
  if (error instanceof Unreadable) return error.wasRead;
  return error instanceof Error && (error.message === USED_KEY || USED_GROUP_KEY.test(error.message));
}

/** One session with a device, as the cipher works on it; only what is used here. */
interface Session {
  indexInfo: { used: number };
  serialize(): unknown;
}

interface Internals {
  decryptWithSessions(data: Uint8Array, sessions: Session[]): Promise<unknown>;
  doDecryptWhisperMessage(data: Uint8Array, session: Session): Promise<Buffer>;
}

/**
 * The cipher tries a message on one session with a device after the other, and each try that fails has already moved that
 * session's ratchet on. When a later one fits, all are stored: a message that was still made with the old session, and
 * comes after the new one was begun, so destroys the new one, and whatever follows fails with "Bad MAC", asks for another
 * copy and begins the next. Here a session that did not fit is put back. For the whole process; once is enough.
 */
export function trySessionsApart(): void {
  const internals = SessionCipher.prototype as unknown as Internals; // its types leave these methods out
  const { decryptWithSessions } = internals;
  if (decryptWithSessions.name === "tryApart") return;
  internals.decryptWithSessions = async function tryApart(data, sessions) {
    if (sessions.length === 0) return decryptWithSessions.call(this, data, sessions); // says so
    let wasRead = false;
    for (const session of sessions) {
      const before = session.serialize();
      try {
        const plaintext = await this.doDecryptWhisperMessage(data, session);
        session.indexInfo.used = Date.now();
        return { session, plaintext };
      } catch (error) {
        wasRead ||= error instanceof Error && error.message === USED_KEY;
        putBack(session, before);
      }
    }
    throw new Unreadable(wasRead);
  };
}

function putBack(session: Session, before: unknown): void {
  // Its class is not exported; it makes a session of what one was written as.
  const { deserialize } = session.constructor as unknown as { deserialize(written: unknown): Session };
  Object.assign(session, deserialize.call(session.constructor, before));
}

import { SessionCipher } from "libsignal";

/**
 * Thrown if none of the sessions with the device can decrypt a message. The name and text match the library's own
 * error.
 */
class Unreadable extends Error {
  /** Whether this exact ciphertext has already been decrypted. */
  readonly wasRead: boolean;
  constructor(wasRead: boolean) {
    super("No matching sessions found for message");
    this.name = "SessionError";
    this.wasRead = wasRead;
  }
}

const USED_KEY = "Key used already or never filled";
/** The group cipher's error for a ciphertext that was already decrypted. */
const USED_GROUP_KEY = /^Received message with old counter/;

/**
 * Whether a decryption failed because this exact ciphertext was decrypted before. All keys up to a counter are created
 * together, and each is removed when its message is decrypted, so a missing key means that its message has already been
 * decrypted.
 */
export function wasDecryptedBefore(error: unknown): boolean {
  if (error instanceof Unreadable) return error.wasRead;
  return error instanceof Error && (error.message === USED_KEY || USED_GROUP_KEY.test(error.message));
}

/** A cipher session with a device, limited to the members used in this file. */
interface Session {
  indexInfo: { used: number };
  serialize(): unknown;
}

interface Internals {
  decryptWithSessions(data: Uint8Array, sessions: Session[]): Promise<unknown>;
  doDecryptWhisperMessage(data: Uint8Array, session: Session): Promise<Buffer>;
}

/**
 * Restores each session that could not decrypt a message. The library tries a device's sessions in turn, and a failed
 * attempt advances that session's ratchet. If a later session succeeds, all of them are stored. A message for the old
 * session that arrives after a new session was started would therefore destroy the new session, and every later message
 * would fail with "Bad MAC". Patches the library for the whole process. Calling it again has no effect.
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
  // The session's class isn't exported, so `deserialize` is used to create a session from its serialized form.
  const { deserialize } = session.constructor as unknown as { deserialize(written: unknown): Session };
  Object.assign(session, deserialize.call(session.constructor, before));
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { type AddressForm, personAddress } from "../../format/addresses.ts";
import type { InboxMessage } from "../../store/messages-table.ts";
import type { Person } from "../../store/people-table.ts";

/** The kinds of notes about a message that are encrypted with its secret. */
export type SecretUse = "Poll Vote" | "Message Edit" | "Event Response";

/** The kinds of notes whose encryption is bound to the message and the note's writer. */
const BOUND: readonly SecretUse[] = ["Poll Vote", "Event Response"];

/** An encrypted note about a message. */
export interface SecretNote {
  readonly encPayload: Buffer;
  readonly encIv: Buffer;
}

/** The addresses of the message's author and the note's writer, in the forms used by the writer. */
interface Names {
  /** The author of the message that the note is about. */
  readonly author: string;
  /** The writer of the note. */
  readonly writer: string;
}

const CODE_BYTES = 16;

/** Encrypts a note about a message. `form` determines whether the note identifies people by number or private id. */
export function sealNote(
  use: SecretUse,
  target: InboxMessage,
  author: Person,
  writer: Person,
  form: AddressForm,
  note: Uint8Array,
): SecretNote {
  const names = { author: personAddress(author, form), writer: personAddress(writer, form) };
  const encIv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(use, target, names), encIv).setAAD(boundTo(use, target, names));
  return { encIv, encPayload: Buffer.concat([cipher.update(note), cipher.final(), cipher.getAuthTag()]) };
}

/**
 * Decrypts a note, trying every form that its writer may have used to identify people. @returns null if no form works.
 */
export function openNote(
  use: SecretUse,
  target: InboxMessage,
  author: Person,
  writer: Person,
  note: SecretNote,
): Buffer | null {
  const forms = ["lid", "pn"] as const;
  const ways = forms.flatMap((authorForm) =>
    forms.map((writerForm) => ({
      author: personAddress(author, authorForm),
      writer: personAddress(writer, writerForm),
    })),
  );
  for (const names of ways) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", keyFor(use, target, names), note.encIv)
        .setAAD(boundTo(use, target, names))
        .setAuthTag(note.encPayload.subarray(-CODE_BYTES));
      return Buffer.concat([decipher.update(note.encPayload.subarray(0, -CODE_BYTES)), decipher.final()]);
    } catch {
      // Try the next combination of forms.
    }
  }
  return null;
}

/** Returns a message's secret, or null if it has none, in which case there can be no encrypted notes about it. */
export function secretOf(message: InboxMessage): Uint8Array | null {
  const secret = proto.Message.decode(message.content).messageContextInfo?.messageSecret;
  return secret?.length ? secret : null;
}

/** Derives the key for a note. @throws Error if the message has no secret. */
function keyFor(use: SecretUse, target: InboxMessage, { author, writer }: Names): Buffer {
  const secret = secretOf(target);
  if (!secret) throw new Error("The message has no secret.");
  return Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), target.id + author + writer + use, 32));
}

/**
 * Returns the additional authenticated data, which binds a vote or a response to its message and writer. Empty for
 * edits.
 */
function boundTo(use: SecretUse, target: InboxMessage, { writer }: Names): Buffer {
  return Buffer.from(BOUND.includes(use) ? `${target.id}\0${writer}` : "");
}

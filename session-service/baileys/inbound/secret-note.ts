import { createDecipheriv, hkdfSync } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { type Foreign, takenBytes } from "./bounds/foreign.ts";
import { layersOf } from "./content/unwrap.ts";
import type { SealedNote } from "./read-act.ts";

/** The kinds of notes that are encrypted with the secret of the message they refer to. */
export type NoteUse = "Poll Vote" | "Message Edit" | "Event Edit" | "Event Response" | "Enc Reaction" | "Enc Comment";

/** Notes whose encryption also authenticates their sender and the message they refer to. */
const BOUND: readonly NoteUse[] = ["Poll Vote", "Event Response"];

const TAG_BYTES = 16;
/** The maximum accepted length of a secret. Phones create 32-byte secrets. */
const LONGEST_SECRET_BYTES = 64;

/** Returns a message's own secret, or null if it has none. */
export function secretOf(message: Foreign<proto.IMessage>): Uint8Array | null {
  for (const layer of layersOf(message)) {
    const secret = takenBytes(layer.messageContextInfo?.messageSecret, LONGEST_SECRET_BYTES);
    if (secret) return secret;
  }
  return null;
}

/** Returns a message's secret alone, encoded as a message, or null if the message has none. */
export function secretBytes(message: Foreign<proto.IMessage>): Uint8Array | null {
  const messageSecret = secretOf(message);
  return messageSecret && proto.Message.encode({ messageContextInfo: { messageSecret } }).finish();
}

/**
 * Decrypts a note, trying every id that its sender may have used for the message's author and for themselves.
 * @returns null if no combination works.
 */
export function openNote(
  use: NoteUse,
  target: { id: string; secret: Uint8Array },
  ids: { authors: string[]; writers: string[] },
  note: SealedNote,
): Buffer | null {
  for (const author of ids.authors) {
    for (const writer of ids.writers) {
      const clear = tryOpen(use, target, author, writer, note);
      if (clear) return clear;
    }
  }
  return null;
}

function tryOpen(
  use: NoteUse,
  { id, secret }: { id: string; secret: Uint8Array },
  author: string,
  writer: string,
  { encPayload, encIv }: SealedNote,
): Buffer | null {
  const key = Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), id + author + writer + use, 32));
  const boundTo = Buffer.from(BOUND.includes(use) ? `${id}\0${writer}` : "");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, encIv)
      .setAAD(boundTo)
      .setAuthTag(encPayload.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(encPayload.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null; // made with other ids
  }
}

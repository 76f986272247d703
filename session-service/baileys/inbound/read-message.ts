import type { proto } from "@whiskeysockets/baileys";
import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import { encodedMessage } from "./bounds/decode.ts";
import type { Foreign } from "./bounds/foreign.ts";
import type { Stanza } from "./bounds/stanza.ts";
import { kindOf } from "./content/content-kinds.ts";
import type { NamedFile } from "./content/file-fields.ts";
import { unwrap } from "./content/unwrap.ts";
import { partiesOf } from "./parties.ts";
import type { People } from "./people.ts";
import { type Act, readAct } from "./read-act.ts";
import { HELD, readShown, type ShownContent, WITHHELD } from "./read-shown.ts";
import { readTimer, type TimerNotice } from "./read-timer.ts";
import { secretBytes } from "./secret-note.ts";

/** A person's message in the gateway's format. Its file, if any, hasn't been fetched yet. */
export type DecodedMessage = { kind: "message"; incoming: NetworkContent; file: NamedFile | null };

/** A received message, without the fields added by the session that stores it. */
export type NetworkContent = Omit<IncomingMessage, "account_id" | "instance_id" | "fence" | "journal" | "id" | "file">;

/**
 * A stanza in the gateway's format: a message, an act on a message, or neither. An `unknown` act is logged. A `waiting`
 * stanza may be delivered again in readable form.
 */
export type Reading =
  | DecodedMessage
  | { kind: "act"; act: Act }
  | { kind: "timer"; notice: TimerNotice }
  | { kind: "ignored" | "unknown" | "waiting"; what: string };

/**
 * The maximum size of a message that is stored whole, because records are limited in size. For larger messages, only
 * the secret is stored.
 */
const LARGEST_BYTES = 100_000;

/**
 * Reads a received stanza. Everything written by a person is a message, even if its kind is unknown. CONTENT_KINDS
 * lists the fields that are neither a message nor an act. Spec: Events, `message.*`, `group.message`.
 * docs/decisions/0187.
 */
export async function readMessage(stanza: Stanza, people: People): Promise<Reading> {
  const { content } = stanza;
  // The content arrives later under the same id, when the network repeats the message or the phone sends a copy.
  if (stanza.isUnreadable) return { kind: "waiting", what: "unreadable" };
  if (stanza.isNote) return { kind: "ignored", what: "a note of the network" };
  if (!content) {
    if (!stanza.isViewOnce) return { kind: "ignored", what: "nothing" };
    const shown = stanza.isHeldByHost ? HELD : WITHHELD;
    return messageOf(stanza, people, async () => ({ shown, file: null }));
  }
  const unwrapped = unwrap(content);
  if (!unwrapped) return { kind: "ignored", what: "a key of a group" };
  const act = readAct(stanza, unwrapped);
  if (act) return { kind: "act", act };
  const notice = await readTimer(stanza, unwrapped, people);
  if (notice) return { kind: "timer", notice };
  const kind = unwrapped.kind === null ? null : kindOf(unwrapped.kind);
  if (kind?.is === "silent" || unwrapped.kind === "protocolMessage")
    return { kind: "ignored", what: unwrapped.kind ?? "" };
  if (kind?.is === "act") return { kind: "unknown", what: unwrapped.kind ?? "" };
  return messageOf(stanza, people, () => readShown(stanza, content, unwrapped, people));
}

async function messageOf(stanza: Stanza, people: People, read: () => Promise<ShownContent>): Promise<Reading> {
  const { key, content } = stanza;
  const parties = await partiesOf(stanza, people);
  if (!parties) return { kind: "ignored", what: "a chat of another kind" };
  const { shown, file } = await read();
  const incoming: NetworkContent = {
    network_id: key.id,
    ...parties,
    contact_name: key.fromMe ? null : stanza.pushName,
    from_me: key.fromMe,
    ...shown,
    written_at: stanza.at,
    network_bytes: content && bytesOf(content),
  };
  return { kind: "message", incoming, file };
}

function bytesOf(message: Foreign<proto.IMessage>): Uint8Array | null {
  const bytes = encodedMessage(message);
  return bytes && bytes.length <= LARGEST_BYTES ? bytes : secretBytes(message);
}

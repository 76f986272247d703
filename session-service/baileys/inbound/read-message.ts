import type { proto } from "@whiskeysockets/baileys";
import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import { encodedMessage } from "./bounds/decode.ts";
import type { Foreign } from "./bounds/foreign.ts";
import type { Stanza } from "./bounds/stanza.ts";
import { readContent } from "./content/content-readers.ts";
import type { NamedFile } from "./content/file-fields.ts";
import { unwrap } from "./content/unwrap.ts";
import { IGNORED_KINDS } from "./ignored-kinds.ts";
import { partiesOf } from "./parties.ts";
import type { People } from "./people.ts";
import { forwardingScoreIn, quotedIn } from "./quoted.ts";
import { type Act, readAct } from "./read-act.ts";
import { secretBytes } from "./secret-note.ts";

/** A message of a person, read; its file, if it has one, is not fetched yet. */
export type DecodedMessage = { kind: "message"; incoming: NetworkContent; file: NamedFile | null };

/** A received message without the fields of the session that stores it. */
export type NetworkContent = Omit<IncomingMessage, "account_id" | "instance_id" | "fence" | "journal" | "id" | "file">;

/**
 * A stanza in the gateway's terms: a message, an act on one, or neither. An `unknown` kind is logged; one that is
 * `waiting` may come again readable.
 */
export type Reading =
  | DecodedMessage
  | { kind: "act"; act: Act }
  | { kind: "ignored" | "unknown" | "waiting"; what: string };

/** For a larger message only the secret is stored: a record's size is limited. */
const LARGEST_BYTES = 100_000;

/** Reads a received stanza. Spec: Events, `message.*`, `group.message`. */
export async function readMessage(stanza: Stanza, people: People): Promise<Reading> {
  const { key } = stanza;
  // The network repeats it, or the phone sends a copy: the same id comes back with its content.
  if (stanza.isUnreadable) return { kind: "waiting", what: "unreadable" };
  if (stanza.isNote) return { kind: "ignored", what: "a note of the network" };
  const unwrapped = unwrap(stanza.content);
  if (!unwrapped || !stanza.content)
    return { kind: "ignored", what: stanza.isViewOnce ? "only to be seen on the phone" : "nothing to show" };
  const act = readAct(stanza, unwrapped);
  if (act) return { kind: "act", act };
  if (unwrapped.kind in IGNORED_KINDS) return { kind: "ignored", what: unwrapped.kind };
  const content = readContent(unwrapped);
  if (!content) return { kind: "unknown", what: unwrapped.kind };

  const parties = await partiesOf(stanza, people);
  if (!parties) return { kind: "ignored", what: "a chat of another kind" };
  const { file, ...shown } = content;
  const incoming: NetworkContent = {
    network_id: key.id,
    ...parties,
    contact_name: key.fromMe ? null : stanza.pushName,
    from_me: key.fromMe,
    ...shown,
    quoted: await quotedIn(stanza, unwrapped, people),
    ...forwardingScoreIn(unwrapped),
    written_at: stanza.at,
    network_bytes: bytesOf(stanza.content),
  };
  return { kind: "message", incoming, file: file ?? null };
}

function bytesOf(message: Foreign<proto.IMessage>): Uint8Array | null {
  const bytes = encodedMessage(message);
  return bytes && bytes.length <= LARGEST_BYTES ? bytes : secretBytes(message);
}

import type { proto } from "@whiskeysockets/baileys";
import type { OfferedAction } from "../../../core/contracts/content/actions.ts";
import { CONTENT_LIMITS } from "../../../core/contracts/content/content-limits.ts";
import type { Quoted } from "../../../core/contracts/content/quoted.ts";
import { MOST_FORWARDED } from "../../../core/domain/messages/forwarding-score.ts";
import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import { withoutDevice } from "../shared/network-ids.ts";
import type { Foreign } from "./bounds/foreign.ts";
import { type Address, takenId, takenParty } from "./bounds/ids.ts";
import { takenCount } from "./bounds/numbers.ts";
import type { Stanza } from "./bounds/stanza.ts";
import { readContent } from "./content/content-readers.ts";
import { type Unwrapped, unwrap } from "./content/unwrap.ts";
import { cutText } from "./content/words.ts";
import { authorAt } from "./parties.ts";
import { ownPerson, type People } from "./people.ts";

/** The message that some content replies to or is about. */
export interface Quote {
  /** Where the quoted message may be stored, or null if its author is unknown or it has no id. */
  found: NonNullable<IncomingMessage["quoted"]> | null;
  /** The quoted message as described in the reply itself. */
  described: Quoted;
  /** The choices that the quoted message offered. */
  actions: OfferedAction[];
}

/**
 * Returns the message that this message replies to, or null. @param about the message that the content itself refers
 * to.
 */
export async function quotedIn(
  { key }: Stanza,
  unwrapped: Unwrapped,
  about: Foreign<proto.IMessageKey> | undefined,
  people: People,
): Promise<Quote | null> {
  const context = contextOf(unwrapped);
  const id = takenId(context?.stanzaId) ?? takenId(about?.id);
  const inner = unwrap(context?.quotedMessage);
  if (id === null && inner === null) return null;
  const isAnswer = takenId(context?.stanzaId) !== null || !about;
  const named = takenParty(isAnswer ? context?.participant : about?.participant);
  // A key without a writer can refer to a message from either side, while a quote without a writer refers to the other
  // side's message.
  const isOurs = !isAnswer && named === null && about?.fromMe !== true && key.writer === null && !key.fromMe;
  const writer = isOurs ? null : (named ?? key.writer ?? key.chat);
  const author = writer === null ? "out" : await authorAt(writer, people);
  const reading = inner && readContent(inner);
  return {
    found: author === null || id === null ? null : { network_id: id, author },
    described: {
      id,
      author_id: writer === null ? ownPerson(people).chat : withoutDevice(writer.id),
      author_phone: await phoneAt(writer, people),
      type: reading?.type ?? null,
      body: cutText(reading?.body ?? null, CONTENT_LIMITS.quotedBodyMaxChars),
    },
    actions: reading?.details?.actions ?? [],
  };
}

async function phoneAt(writer: Address | null, people: People): Promise<string | null> {
  if (writer === null) return people.ownPhone;
  const { party } = writer;
  if (party.kind === "phone") return party.phone;
  if (party.kind !== "private") return null;
  return party.user === people.ownPrivate ? people.ownPhone : people.phoneOf(party.user);
}

/**
 * Returns how many times the message was forwarded, as counted by phones, or 1 if there is no count. Returns an empty
 * object if the message was written for this chat.
 */
export function forwardingScoreIn(unwrapped: Unwrapped): Pick<IncomingMessage, "forwarding_score"> {
  const context = contextOf(unwrapped);
  const score = takenCount(context?.forwardingScore, MOST_COUNTED) ?? 0;
  const forwarding_score = Math.min(MOST_FORWARDED, score || (context?.isForwarded ? 1 : 0));
  return forwarding_score > 0 ? { forwarding_score } : {};
}

/** The largest number that fits into the field. */
const MOST_COUNTED = 2 ** 32;

/**
 * Returns the content's context (the quoted message, the forwarding score), or null if there is none. All content has
 * its context in its only part, except for payments, whose note is a message.
 */
export function contextOf({ kind, content }: Unwrapped): Foreign<proto.IContextInfo> | null {
  const part: unknown = kind === null ? null : content[kind];
  if (typeof part !== "object" || part === null) return null;
  if ("contextInfo" in part) return (part.contextInfo ?? null) as Foreign<proto.IContextInfo> | null; // that field's type in every kind
  const note = content.requestPaymentMessage?.noteMessage ?? content.sendPaymentMessage?.noteMessage;
  return note?.extendedTextMessage?.contextInfo ?? null;
}

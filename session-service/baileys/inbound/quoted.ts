import type { proto } from "@whiskeysockets/baileys";
import { MOST_FORWARDED } from "../../../core/domain/messages/forwarding-score.ts";
import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import type { Foreign } from "./bounds/foreign.ts";
import { takenId, takenParty } from "./bounds/ids.ts";
import { takenCount } from "./bounds/numbers.ts";
import type { Stanza } from "./bounds/stanza.ts";
import type { Unwrapped } from "./content/unwrap.ts";
import { authorAt } from "./parties.ts";
import type { People } from "./people.ts";

/** The message that this one answers; null: none. */
export async function quotedIn(
  { key }: Stanza,
  unwrapped: Unwrapped,
  people: People,
): Promise<IncomingMessage["quoted"]> {
  const context = contextOf(unwrapped);
  const network_id = takenId(context?.stanzaId);
  if (network_id === null) return null;
  // A quote that names no writer is of a message of the other side.
  const author = await authorAt(takenParty(context?.participant) ?? key.writer ?? key.chat, people);
  return author === null ? null : { network_id, author };
}

/** How often it was passed on, as phones count it; without a count, once. Nothing when it was written for this chat. */
export function forwardingScoreIn(unwrapped: Unwrapped): Pick<IncomingMessage, "forwarding_score"> {
  const context = contextOf(unwrapped);
  const score = takenCount(context?.forwardingScore, MOST_COUNTED) ?? 0;
  const forwarding_score = Math.min(MOST_FORWARDED, score || (context?.isForwarded ? 1 : 0));
  return forwarding_score > 0 ? { forwarding_score } : {};
}

/** The largest number that fits into the field. */
const MOST_COUNTED = 2 ** 32;

/**
 * The context of a content: the quoted message, the forwarding score; null: none. Every kind has it in its one part.
 */
export function contextOf({ kind, content }: Unwrapped): Foreign<proto.IContextInfo> | null {
  const part: unknown = content[kind];
  if (typeof part !== "object" || part === null || !("contextInfo" in part)) return null;
  return (part.contextInfo ?? null) as Foreign<proto.IContextInfo> | null; // that field's type in every kind
}

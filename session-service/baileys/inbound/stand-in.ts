import type { Stanza } from "./bounds/stanza.ts";
import { unwrap } from "./content/unwrap.ts";
import { IGNORED_KINDS } from "./ignored-kinds.ts";
import { partiesOf } from "./parties.ts";
import type { People } from "./people.ts";
import type { NetworkContent } from "./read-message.ts";

/** Kinds of acts on a message: when one can't be read, the message is unchanged and nobody is notified. */
const ACTS = new Set<string>(["reactionMessage", "pollUpdateMessage", "secretEncryptedMessage"]);

/**
 * A message without content, in place of one that can't be stored as it is: it says who wrote, where and when.
 * @returns null when it is not a message, or its writer is unknown.
 */
export async function standInFor(stanza: Stanza, people: People): Promise<NetworkContent | null> {
  if (isOther(stanza)) return null;
  const parties = await partiesOf(stanza, people);
  return (
    parties && {
      network_id: stanza.key.id,
      ...parties,
      contact_name: stanza.key.fromMe ? null : stanza.pushName,
      from_me: stanza.key.fromMe,
      type: "text",
      body: null,
      error_code: "unreadable",
      written_at: stanza.at,
      network_bytes: null,
    }
  );
}

/** Whether the content is no message's. One that is missing or can't be unwrapped counts as a message. */
function isOther({ content, isNote }: Stanza): boolean {
  if (isNote) return true;
  if (!content) return false;
  try {
    const kind = unwrap(content)?.kind;
    return kind === undefined || kind in IGNORED_KINDS || ACTS.has(kind);
  } catch {
    return false;
  }
}

import type { Stanza } from "./bounds/stanza.ts";
import { IGNORED_KINDS } from "./ignored-kinds.ts";
import { partiesOf } from "./parties.ts";
import type { People } from "./people.ts";
import type { NetworkContent } from "./read-message.ts";
import { unwrap } from "./unwrap.ts";

/** What somebody does to a message: when it can't be read, the message stays as it was. */
const ACTS = new Set<string>(["reactionMessage", "pollUpdateMessage", "secretEncryptedMessage"]);

/**
 * What customers are told of a message that can't be stored as it is: who wrote it, where and when, and nothing of what.
 * @returns null: it is no message, or nobody can say whose it is.
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

/** A content that is none of a message. One that can't even be unwrapped, or is not there, is taken for a message. */
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

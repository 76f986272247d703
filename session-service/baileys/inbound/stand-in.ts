import type { Stanza } from "./bounds/stanza.ts";
import { kindOf } from "./content/content-kinds.ts";
import { unwrap } from "./content/unwrap.ts";
import { partiesOf } from "./parties.ts";
import type { People } from "./people.ts";
import type { NetworkContent } from "./read-message.ts";

/**
 * Creates a message with only a sender, chat and time, which is stored in place of a message that can't be stored as
 * is.
 * @returns null if the stanza isn't a message, or its sender is unknown.
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

/**
 * Whether the stanza is something other than a person's message, such as an act. An unreadable act changes nothing and
 * isn't reported. Content that is missing or can't be unwrapped counts as a message.
 */
function isOther({ content, isNote }: Stanza): boolean {
  if (isNote) return true;
  if (!content) return false;
  try {
    const unwrapped = unwrap(content);
    const is = unwrapped?.kind ? kindOf(unwrapped.kind)?.is : null;
    return unwrapped === null || is === "silent" || is === "act";
  } catch {
    return false;
  }
}

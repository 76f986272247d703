import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import { unwrap } from "../baileys/inbound/content/unwrap.ts";
import { eventAnswer } from "../baileys/inbound/event-answer.ts";
import { authorsOf, doerOf } from "../baileys/inbound/parties.ts";
import type { People } from "../baileys/inbound/people.ts";
import { foreignKey, noteOf } from "../baileys/inbound/read-act.ts";
import type { InboxContext } from "./inbox-context.ts";
import { clearNote, findByAuthors, noteIds } from "./sealed-notes.ts";

/**
 * If the stanza is an encrypted response to a stored event, returns it decrypted, as if a button below the event had
 * been pressed. Otherwise, returns it unchanged. docs/decisions/0210.
 */
export async function withOpenEventAnswer(context: InboxContext, stanza: Stanza, people: People): Promise<Stanza> {
  const sealed = stanza.content && unwrap(stanza.content)?.content.encEventResponseMessage;
  const target = sealed ? foreignKey(stanza, sealed.eventCreationMessageKey) : null;
  const note = noteOf(sealed);
  if (!note || !target?.id) return stanza;
  const found = await findByAuthors(context, target.id, await authorsOf(target, people));
  const doer = await doerOf(stanza, people);
  if (!found || !doer) return stanza;
  const ids = await noteIds(people, found.record, doer);
  const clear = clearNote("Event Response", found.record, ids, note);
  const content = clear && eventAnswer(clear, { id: target.id, author: ids.authors.at(-1) ?? null });
  return content ? { ...stanza, content } : stanza;
}

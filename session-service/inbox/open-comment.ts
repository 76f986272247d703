import { decodedMessage } from "../baileys/inbound/bounds/decode.ts";
import { takenId } from "../baileys/inbound/bounds/ids.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import { unwrap } from "../baileys/inbound/content/unwrap.ts";
import { authorsOf, doerOf } from "../baileys/inbound/parties.ts";
import type { People } from "../baileys/inbound/people.ts";
import { foreignKey, noteOf } from "../baileys/inbound/read-act.ts";
import type { InboxContext } from "./inbox-context.ts";
import { clearNote, findByAuthors, noteIds } from "./sealed-notes.ts";

/**
 * Returns the network id of the message that an encrypted comment refers to, or null if the stanza is not an encrypted
 * comment.
 */
export const commentTarget = ({ content }: Stanza): string | null =>
  takenId(content && unwrap(content)?.content.encCommentMessage?.targetMessageKey?.id);

/**
 * If the stanza's comment is encrypted with a stored message's secret, returns the stanza with the comment decrypted.
 * Otherwise, returns it unchanged.
 */
export async function withOpenComment(context: InboxContext, stanza: Stanza, people: People): Promise<Stanza> {
  const sealed = stanza.content && unwrap(stanza.content)?.content.encCommentMessage;
  const target = sealed ? foreignKey(stanza, sealed.targetMessageKey) : null;
  const note = noteOf(sealed);
  if (!sealed || !note || !target?.id) return stanza;
  const found = await findByAuthors(context, target.id, await authorsOf(target, people));
  const doer = await doerOf(stanza, people);
  if (!found || !doer) return stanza;
  const clear = clearNote("Enc Comment", found.record, await noteIds(people, found.record, doer), note);
  const message = clear && decodedMessage(clear);
  if (!message) return stanza;
  return { ...stanza, content: { commentMessage: { message, targetMessageKey: sealed.targetMessageKey ?? null } } };
}

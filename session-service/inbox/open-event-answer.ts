import { proto } from "@whiskeysockets/baileys";
import { foreign } from "../baileys/inbound/bounds/foreign.ts";
import { takenCount } from "../baileys/inbound/bounds/numbers.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import { unwrap } from "../baileys/inbound/content/unwrap.ts";
import { authorsOf, doerOf } from "../baileys/inbound/parties.ts";
import type { People } from "../baileys/inbound/people.ts";
import { foreignKey, noteOf } from "../baileys/inbound/read-act.ts";
import type { InboxContext } from "./inbox-context.ts";
import { clearNote, findByAuthors, noteIds } from "./sealed-notes.ts";

const { GOING, NOT_GOING, MAYBE } = proto.Message.EventResponseMessage.EventResponseType;
const IDS = new Map<unknown, string>([
  [GOING, "going"],
  [NOT_GOING, "not_going"],
  [MAYBE, "maybe"],
]);
/** More guests than anybody brings. */
const MOST_GUESTS = 1_000;

/**
 * Returns the stanza with its answer to an event in the clear, as the choice of a button below the event, if the event
 * is kept; otherwise the stanza as it is. docs/decisions/0210.
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
  const answer = clear && answerIn(clear);
  if (!answer) return stanza;
  const choice: proto.Message.IInteractiveResponseMessage = {
    contextInfo: { stanzaId: target.id, participant: ids.authors.at(-1) ?? null },
    nativeFlowResponseMessage: { name: "event_response", paramsJson: JSON.stringify(answer) },
  };
  return { ...stanza, content: foreign<proto.IMessage>({ interactiveResponseMessage: choice }) };
}

/** The choice, and how many come along as `+2`; null: it is none. */
function answerIn(clear: Uint8Array): { id: string; description?: string } | null {
  const { response, extraGuestCount } = proto.Message.EventResponseMessage.decode(clear);
  const id = IDS.get(response);
  const guests = takenCount(foreign(extraGuestCount), MOST_GUESTS) ?? 0;
  return id === undefined ? null : { id, ...(guests > 0 && { description: `+${guests}` }) };
}

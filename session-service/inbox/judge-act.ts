import {
  type ActedOn,
  type ChatRole,
  type MessageAction,
  needsRole,
  type Ruling,
  whoMay,
} from "../../core/domain/messages/who-may.ts";
import { readRole, roleAmong, type WhoInGroup } from "../../core/operations/groups/read-role.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { isOfChat, placeOf } from "../../core/records/message-chat.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import type { NetworkPerson } from "../baileys/inbound/network-person.ts";
import { chatNamed, namesOf } from "../baileys/inbound/parties.ts";
import { type People, withPrivateId } from "../baileys/inbound/people.ts";
import type { ActEffect } from "../baileys/inbound/read-act.ts";
import type { GroupAnswer } from "./group-doubts.ts";
import type { InboxContext } from "./inbox-context.ts";

/** The name of each kind of act in the rules on permitted acts. */
const ACTIONS: Record<ActEffect["what"], MessageAction> = {
  reaction: "react",
  deletion: "delete",
  edit: "edit",
  sealed_edit: "edit",
  cancellation: "edit",
  sealed_reaction: "react",
  vote: "vote",
};

/**
 * An act on a stored message. `author` is the message's author: `out`, or the name under which the message was found.
 */
export interface JudgedAct {
  what: ActEffect["what"];
  record: MessageRecord;
  author: string;
  doer: NetworkPerson;
}

/**
 * Decides whether a stanza's author may perform an act on a message. Uses the chat in which the network delivered the
 * stanza, never a chat specified inside it. @param answer the network's answer about the group. If absent, the network
 * was not queried, and our copy of the group is used.
 */
export async function judgeAct(
  { deps, owner }: Pick<InboxContext, "deps" | "owner">,
  { key }: Stanza,
  people: People,
  { what, record, author, doer }: JudgedAct,
  answer?: GroupAnswer,
): Promise<Ruling> {
  const { table } = deps;
  const names = namesOf(await withPrivateId(doer, people));
  const isWriter = author === "out" ? key.fromMe : !key.fromMe && names.includes(author);
  const chat = await chatNamed(key.chat, key.chatAlt, people);
  const act: Omit<ActedOn, "role"> = {
    action: ACTIONS[what],
    actor: isWriter ? "writer" : "other",
    place: placeOf(record),
    sameChat: await isOfChat(table, owner.instance_id, record, chat),
  };
  const who: WhoInGroup = key.fromMe ? "us" : names;
  const roleOf = (): Promise<ChatRole> | ChatRole => {
    if (answer === undefined) return readRole(table, owner.instance_id, key.chat.id, who);
    return answer === "refused" ? "outsider" : answer ? roleAmong(table, owner.instance_id, answer, who) : "unknown";
  };
  return whoMay({ ...act, role: needsRole(act) ? await roleOf() : "member" });
}

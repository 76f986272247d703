import { whoMay } from "../../domain/messages/who-may.ts";
import { otherForm } from "../../domain/messages/written-forms.ts";
import { ApiError } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { isOfChat, placeOf } from "../../records/message-chat.ts";
import { findPerson } from "../../records/named-person.ts";
import { personKey } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";
import { readMessage, settling } from "./read-message.ts";

/**
 * Returns why a message can't be replied to, or null if it can. If the message is currently being sent, waits for the
 * send to finish.
 */
export async function checkReplyTo(
  deps: { table: Table; clock: Clock },
  instance: InstanceRecord,
  chat: { to: string | null; chat_id: string | null },
  id: string,
  now: Date,
): Promise<string | null> {
  const caller = { account_id: instance.account_id, instance_id: instance.id };
  const found = await readMessage(deps, caller, id, now).catch((error) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (!found) return "There is no such message on this instance. Use the id of a message in the same chat.";
  const { message } = found;
  const given = personKey(chat.to, chat.chat_id);
  const isTwo = given !== null && otherForm(given) !== null;
  const key = isTwo ? (await findPerson(deps.table, instance.id, given)).person : given;
  const named = key === null ? { chat_id: chat.chat_id, person: [] } : { chat_id: null, person: [key] };
  const sameChat = await isOfChat(deps.table, instance.id, message, named);
  const actor = message.direction === "out" ? "writer" : "other";
  const ruling = whoMay({ action: "quote", actor, place: placeOf(message), sameChat, role: "member" });
  if (ruling !== "allowed") return "This message is in another chat. Use the id of a message in the same chat.";
  const settled = await settling(deps)(message);
  if (settled.network_id === null || settled.step !== "done") return "This message has not been sent yet.";
  return settled.deleted_at === null ? null : "This message was deleted.";
}

import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { personKey, readPerson } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";
import { readMessage } from "./read-message.ts";

/** Why a message can't be answered; null: it can. */
export async function checkReplyTo(
  deps: { table: Table },
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
  if (!found) return "There is no such message on this instance. Give the id of a message of the same chat.";
  const { message } = found;
  const key = personKey(chat.to, chat.chat_id);
  const isSameChat =
    key === null
      ? message.chat_id === chat.chat_id
      : await isSamePerson(deps.table, instance.id, personKey(message.person, message.chat_id), key);
  if (!isSameChat) return "This message is of another chat. Give the id of a message of the same chat.";
  if (message.network_id === null || message.step !== "done") return "This message has not been sent yet.";
  return message.deleted_at === null ? null : "This message was deleted.";
}

async function isSamePerson(table: Table, instance: InstanceId, a: string | null, b: string): Promise<boolean> {
  if (a === null || a === b) return a === b;
  const [first, second] = await Promise.all([readPerson(table, instance, a), readPerson(table, instance, b)]);
  return first.person === second.person;
}

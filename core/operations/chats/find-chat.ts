import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import { channelRecords } from "../../records/chats/channel.ts";
import { groupRecords } from "../../records/chats/group.ts";
import { type ChatPlace, chatPlace, type StoredChat } from "../../records/chats/stored-chat.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { findPerson } from "../../records/named-person.ts";
import type { Table } from "../../store/table.ts";
import { readInstance } from "../access/read-instance.ts";

/** A chat and its instance. */
export interface FoundChat {
  instance: InstanceRecord;
  chat: StoredChat;
}

/**
 * Finds the chat that a request path refers to, if the caller may use its instance. Once the phone number behind a
 * private id is known, the private id leads to that number's chat.
 * @param given the digits of a phone number, or a chat id.
 * @throws ApiError `key_not_allowed`, `instance_not_found`, or `chat_not_found` if the gateway has never seen the chat.
 */
export async function findChat(
  deps: { table: Table },
  caller: Caller,
  instanceId: InstanceId,
  given: string,
): Promise<FoundChat> {
  const instance = await readInstance(deps, caller, instanceId);
  const place = chatPlace(given);
  const chat = place && (await readChat(deps.table, instance.id, place));
  if (!chat) throw new ApiError("chat_not_found");
  return { instance, chat };
}

/** Reads the current state of a chat. @returns null if there is no chat at the given place. */
export async function readChat(table: Table, instance: InstanceId, place: ChatPlace): Promise<StoredChat | null> {
  const { type, key } = place;
  if (type === "person") {
    const { person, known } = await findPerson(table, instance, key);
    return known && { instance_id: instance, type, key: person, record: known };
  }
  const record = await (type === "group" ? groupRecords : channelRecords).read(table, instance, key);
  return record && { instance_id: instance, type, key, record };
}

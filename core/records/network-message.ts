import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import type { Item, Table } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";
import { messageRecords } from "./message.ts";
import type { PersonRecord } from "./person.ts";
import { personRecords } from "./person.ts";

/** Identifies a message on the network by its id and its author. */
export interface NetworkMessage {
  instance_id: InstanceId;
  network_id: string;
  /** `out` for the instance's own messages, including those typed on its phone; otherwise the author's person key. */
  author: string;
}

/**
 * Finds our record of a network message, even if it was stored before the author's phone was known.
 * @returns null if the record doesn't exist or no longer exists.
 */
export async function findMessage(deps: { table: Table }, named: NetworkMessage): Promise<MessageRecord | null> {
  const found = await findNetworkId(deps, named);
  if (!found) return null;
  return messageRecords.read(deps.table, String(found.account_id), String(found.message_id));
}

/** Whether a network message is already stored with readable content. Checked before its file is fetched. */
export async function isStored(deps: { table: Table }, named: NetworkMessage): Promise<boolean> {
  const message = await findMessage(deps, named);
  return message !== null && message.error_code !== "unreadable";
}

/** Whether a message was stored under one of its author's earlier names. Doesn't check the current name. */
export async function isStoredEarlier(
  deps: { table: Table },
  named: NetworkMessage,
  writer?: PersonRecord | null,
): Promise<boolean> {
  return named.author !== "out" && (await findEarlier(deps, named, writer)) !== null;
}

async function findNetworkId({ table }: { table: Table }, named: NetworkMessage): Promise<Item | null> {
  const { instance_id: instance, network_id: id, author } = named;
  const found = await table.get(keys.networkId(instance, author, id));
  if (found || author === "out") return found;
  return findEarlier({ table }, named);
}

async function findEarlier(
  { table }: { table: Table },
  { instance_id: instance, network_id: id, author }: NetworkMessage,
  writer?: PersonRecord | null,
): Promise<Item | null> {
  const person = writer === undefined ? await personRecords.read(table, instance, author) : writer;
  const earlier = person?.private_id ?? person?.merged_into;
  return earlier === undefined ? null : table.get(keys.networkId(instance, earlier, id));
}

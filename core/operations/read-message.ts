import { ID_PREFIXES, idPattern } from "../contracts/ids.ts";
import type { InstanceRecord } from "../contracts/instance.ts";
import { type Message, type MessageRecord, messageView } from "../contracts/message.ts";
import { ApiError } from "../errors.ts";
import { keys } from "../store/keys.ts";
import type { Table } from "../store/table.ts";
import type { Caller } from "./authenticate-key.ts";
import { isKept } from "./list-messages.ts";

const MESSAGE_ID = idPattern(ID_PREFIXES.message);

/**
 * One message of the caller's account. @throws ApiError `message_not_found` for one that is unknown, of another
 * account, older than 30 days, of a deleted instance, or of an instance that the key is not for.
 */
export async function readMessage(deps: { table: Table }, caller: Caller, id: string, now: Date): Promise<Message> {
  if (!MESSAGE_ID.test(id)) throw new ApiError("message_not_found");
  const found = await deps.table.get(keys.message(caller.account_id, id));
  const record = found as unknown as MessageRecord | null; // a message row
  if (!record || !isKept(record, now)) throw new ApiError("message_not_found");
  if (caller.instance_id !== null && record.instance_id !== caller.instance_id) throw new ApiError("message_not_found");
  const instance = await deps.table.get(keys.instance(record.instance_id));
  if (!instance || (instance as unknown as InstanceRecord).removed_at !== null) throw new ApiError("message_not_found");
  return messageView(record);
}

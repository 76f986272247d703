import type { AccountId } from "../../contracts/ids.ts";
import type { Table } from "../../store/table.ts";
import { messageRecords } from "../message.ts";
import type { ChatFields } from "./chat-fields.ts";

/** Whether a chat's last message was received. False if the chat has no message or its last message isn't stored. */
export async function isTheirsLast(
  table: Table,
  account: AccountId,
  { last_id }: Pick<ChatFields, "last_id">,
): Promise<boolean> {
  if (last_id === undefined) return false;
  return (await messageRecords.read(table, account, last_id))?.direction === "in";
}

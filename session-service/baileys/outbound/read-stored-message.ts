import type { AccountId, InstanceId } from "../../../core/contracts/ids.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { messageRecords } from "../../../core/records/message.ts";
import type { Table } from "../../../core/store/table.ts";

/**
 * Returns a stored message of this instance, or null if it doesn't exist, was deleted, or belongs to another instance.
 */
export async function readStoredMessage(
  deps: { table: Table },
  owner: { account_id: AccountId; instance_id: InstanceId },
  id: string,
): Promise<MessageRecord | null> {
  const message = await messageRecords.read(deps.table, owner.account_id, id);
  return message?.instance_id === owner.instance_id ? message : null;
}

import type { StreamConnectionRecord } from "../../records/stream.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** Removes the record of an event stream connection. Nothing more is sent on the connection after that. */
export async function closeConnection(
  table: Table,
  { account_id, id }: Pick<StreamConnectionRecord, "account_id" | "id">,
): Promise<void> {
  await table.write({ delete: keys.streamConnection(account_id, id) });
}

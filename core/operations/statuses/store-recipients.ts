import type { StatusId } from "../../contracts/ids.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** The people whom a status goes to. */
export interface FoundRecipients {
  /** Their addresses, the own one among them. */
  listed: string[];
  /** How many people that are. */
  reached: number;
}

/**
 * Fixes whom a status goes to, once and before it goes: every repeat goes to them, and it is taken back from them.
 * @returns false when that was fixed before, or the status is no more. @throws FenceLost
 */
export function storeRecipients(
  { table }: { table: Table },
  own: Owner,
  status: StatusId,
  { listed, reached }: FoundRecipients,
): Promise<boolean> {
  const writes = [
    {
      update: keys.statusList(own.instance_id, status),
      set: { listed },
      if: [{ item: "exists" as const }, { field: "listed", is: "missing" as const }],
    },
    { update: keys.status(own.instance_id, status), set: { reached }, if: [{ item: "exists" as const }] },
  ];
  return isCommitted(transactFenced(table, own.instance_id, own.fence, writes));
}

import type { StatusId } from "../../contracts/ids.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** The recipients of a status. */
export interface FoundRecipients {
  /** The recipients' addresses, including the number's own address. */
  listed: string[];
  /** The number of people among these addresses. */
  reached: number;
}

/**
 * Stores a status's final recipients once, before it is sent. Later attempts, and any deletion, go to the same people.
 * @returns false if the recipients are already stored or the status no longer exists. @throws FenceLost
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

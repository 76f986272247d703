import type { VaultOwner } from "../ports.ts";
import type { Key } from "../store/table.ts";

/** Returns the table key of an owner's wrapped data key, which is stored next to the owner's record. */
export const dataKeyPlace = (owner: VaultOwner): Key =>
  "account_id" in owner
    ? { pk: `ACC#${owner.account_id}`, sk: "DATAKEY" }
    : { pk: `INST#${owner.instance_id}`, sk: "DATAKEY" };

import type { VaultOwner } from "../ports.ts";
import type { Key } from "../store/table.ts";

/** Where an owner's data key lies, wrapped: beside the owner. */
export const dataKeyPlace = (owner: VaultOwner): Key =>
  "account_id" in owner
    ? { pk: `ACC#${owner.account_id}`, sk: "DATAKEY" }
    : { pk: `INST#${owner.instance_id}`, sk: "DATAKEY" };

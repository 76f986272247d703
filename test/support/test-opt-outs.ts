import { randomBytes } from "node:crypto";
import { type OptOutHashes, sealedOptOutHashes } from "../../core/records/kept-opt-outs.ts";
import type { Table } from "../../core/store/table.ts";
import { testVault } from "./test-vault.ts";

/** Stores the hashed opt-outs of erased people in a test's table. */
export const testOptOuts = (table: Table): OptOutHashes =>
  sealedOptOutHashes({
    table,
    vault: testVault(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ids: { next: (prefix) => `${prefix}_1`, random: (size) => randomBytes(size) },
  });

/** The opt-outs of a deployment that has never erased anyone's data. */
export const NO_OPT_OUTS: OptOutHashes = {
  find: async () => null,
  make: async () => {
    throw new Error("Nobody is erased in this test.");
  },
};

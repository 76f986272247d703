import type { AccountId, ContactImportId } from "../contracts/ids.ts";
import { padded } from "./padded.ts";
import type { Key } from "./table.ts";

/** The keys for contact imports; part of `keys`. */
export const importKeys = {
  /** An import and its progress. */
  contactImport: (account: AccountId, id: ContactImportId): Key => ({ pk: `ACC#${account}#IMPORT`, sk: id }),
  /** A part of an import's people, stored until they are saved. Numbers begin at 0. */
  contactImportPart: (account: AccountId, id: ContactImportId, number: number): Key => ({
    pk: `ACC#${account}#IMPORTPART`,
    sk: `${id}#${padded(number)}`,
  }),
};

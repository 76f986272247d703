import type { AccountId, ExportId } from "../contracts/ids.ts";
import { padded } from "./padded.ts";
import type { Key } from "./table.ts";

/** The keys for exports of an account's data; part of `keys`. */
export const exportKeys = {
  /** An export and its progress. */
  dataExport: (account: AccountId, made: ExportId): Key => ({ pk: `ACC#${account}#EXPORT`, sk: made }),
  /** A file in an export's archive. Numbers begin at 1. */
  exportFile: (account: AccountId, made: ExportId, number: number): Key => ({
    pk: `ACC#${account}#EXPORTFILE`,
    sk: `${made}#${padded(number)}`,
  }),
  /**
   * The number of exports started on a single day, which is limited by the plan. `day` is a UTC date such as
   * `2026-11-20`.
   */
  exportsOfDay: (account: AccountId, day: string): Key => ({ pk: `ACC#${account}`, sk: `EXPORTS#${day}` }),
  /** The Idempotency-Key of the request that created an export. */
  exportIdempotency: (account: AccountId, keyHash: string): Key => ({
    pk: `ACC#${account}#EXPORT#IDEM`,
    sk: keyHash,
  }),
};

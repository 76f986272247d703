import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";

/** Whether the files fit into the day's budget. If not, `retry_at` is the start of the next day. */
export type SentBytesCheck = { fits: true } | { fits: false; retry_at: Date };

const KEPT_MS = 2 * DAY_MS;

/**
 * Counts the bytes of an outgoing file against the account's daily budget (UTC). A file that does not fit is not
 * counted. Call this once per file, as soon as the size is known: on acceptance for a base64 file, or after the
 * download if the file was specified by its address. Spec: Errors, `file_budget_used`; the number is a design choice
 * (docs/decisions).
 */
export async function countSentBytes(
  deps: { table: Table },
  account: AccountId,
  sizeBytes: number,
  now: Date,
): Promise<SentBytesCheck> {
  const max = LIMITS.sentFileBytesPerDay;
  const day = now.toISOString().slice(0, 10);
  const tomorrow = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  if (sizeBytes > max) return { fits: false, retry_at: tomorrow };
  try {
    await deps.table.write({
      update: keys.sentFiles(account, day),
      set: { ttl: Math.floor((now.getTime() + KEPT_MS) / 1000) },
      add: { bytes: sizeBytes },
      if: [{ anyOf: [[{ item: "absent" }], [{ field: "bytes", op: "<=", value: max - sizeBytes }]] }],
    });
    return { fits: true };
  } catch (error) {
    if (error instanceof ConditionFailed) return { fits: false, retry_at: tomorrow };
    throw error;
  }
}

import { MINUTE_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { ApiKeyRecord } from "../../records/accounts/key.ts";
import { ConditionFailed, type Key, type Table } from "../../store/table.ts";

/**
 * The minimum time between two recorded uses of a key from different addresses. It is shorter than the interval for the
 * same address, but still limits the writes if two addresses alternate.
 */
const FROM_ELSEWHERE_MS = MINUTE_MS;

/**
 * Records when and from where a key was last used, to within `LIMITS.keyUseNotedEverySec`, so most requests write
 * nothing. A key that has been revoked in the meantime stays revoked.
 * @param record the key's record, stored at `place`.
 */
export async function noteKeyUse(
  table: Table,
  place: Key,
  record: ApiKeyRecord,
  { source, now }: { source: string; now: Date },
): Promise<void> {
  const noted = record.last_used_at ?? null;
  const notedForMs = record.last_used_from === source ? LIMITS.keyUseNotedEverySec * 1000 : FROM_ELSEWHERE_MS;
  if (noted !== null && now.getTime() - Date.parse(noted) < notedForMs) return;
  const set = { last_used_at: wireTime(now), last_used_from: source };
  try {
    await table.write({ update: place, set, if: [{ item: "exists" }] });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // revoked in the meantime: the next request is refused
  }
}

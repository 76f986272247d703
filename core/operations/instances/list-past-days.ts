import { localDay } from "../../domain/protection/local-time.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import { heldIn } from "../../records/day-counts.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { type PastDay, readPastDays } from "../../records/past-days.ts";
import { sendingOf } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/**
 * Lists a number's most recent days in its own time zone, including today, each with the number of messages sent and
 * the number that the protection allowed.
 */
export async function listPastDays(
  table: Table,
  { id, timezone }: Pick<InstanceRecord, "id" | "timezone">,
  days: number,
  now: Date,
): Promise<PastDay[]> {
  const items = await table.getMany([keys.sending(id), keys.receiving(id)]);
  const find = ({ pk, sk }: { pk: string; sk: string }) => items.find((item) => item.pk === pk && item.sk === sk);
  const sending = sendingOf(find(keys.sending(id)), { timezone, now });
  const today = localDay(now, settingsInForce(sending).timezone);
  return readPastDays(table, id, { today, days }, { in: heldIn(find(keys.receiving(id))), out: sending.counted });
}

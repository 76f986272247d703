import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { localDay } from "../../domain/protection/local-time.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import { heldIn, readDayCounts } from "../../records/day-counts.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import { sendingOf } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { listPointers } from "./list-pointers.ts";

/** A number's messages on its current local day, including those typed on the phone. */
export interface DayTraffic {
  instance_id: InstanceId;
  /** The date in the number's own time zone, e.g. `2026-11-20`. */
  day: string;
  received: number;
  sent: number;
}

/**
 * Reads the given numbers' message counts for today, using the daily counters that the numbers' protection maintains
 * anyway.
 */
export async function readTraffic(
  table: Table,
  instances: readonly Pick<InstanceRecord, "id" | "timezone">[],
  now: Date,
): Promise<DayTraffic[]> {
  const states = await table.getMany(instances.flatMap(({ id }) => [keys.sending(id), keys.receiving(id)]));
  const byKey = new Map(states.map((item) => [`${item.pk}|${item.sk}`, item]));
  const find = ({ pk, sk }: { pk: string; sk: string }) => byKey.get(`${pk}|${sk}`);
  return Promise.all(
    instances.map(async ({ id, timezone }) => {
      const sending = sendingOf(find(keys.sending(id)), { timezone, now });
      const day = localDay(now, settingsInForce(sending).timezone);
      const held = { in: heldIn(find(keys.receiving(id))), out: sending.counted };
      const [counts] = await readDayCounts(table, id, day, day, held);
      return { instance_id: id, day, received: counts?.messages_in ?? 0, sent: counts?.messages_out ?? 0 };
    }),
  );
}

/** Reads today's message counts for all of an account's numbers. */
export async function readAccountTraffic(table: Table, account: AccountId, now: Date): Promise<DayTraffic[]> {
  const found = await table.getMany((await listPointers(table, account)).map(({ sk }) => keys.instance(sk)));
  return readTraffic(table, found.map(instanceRecords.of), now);
}

import { BUS_MARKERS } from "../contracts/bus-events.ts";
import { DAY_MS } from "../contracts/durations.ts";
import type { AccountId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item, Write } from "../store/table.ts";

/** A message on the internal bus. Unlike a customer's event, it is meant for the operator's own functions. */
export interface BusNotice {
  detail_type: string;
  detail: Record<string, unknown>;
}

/** A stored notice. It is read only to recover a lost notice. */
export interface BusNoticeRecord extends Item, BusNotice {
  created_at: string;
  /** Marks the record for the table's stream, which forwards it to the internal bus. */
  bus: typeof BUS_MARKERS.notices;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The notices for the internal bus. */
export const noticeRecords = recordsAt<BusNoticeRecord, Parameters<typeof keys.busNotice>>(keys.busNotice);

/**
 * How long a notice is retained. This is longer than the stream retains records (a day), so a dead letter can wait over
 * a weekend. We chose this value ourselves: decisions/0025.
 */
const KEPT_MS = 7 * DAY_MS;

/**
 * Builds the write that sends a notice to the bus, as part of the transaction that makes the change it reports. The
 * table's stream does the rest.
 */
export function busNotice(account: AccountId, id: string, now: Date, notice: BusNotice): Write {
  const record: BusNoticeRecord = {
    ...keys.busNotice(account, id),
    ...notice,
    created_at: now.toISOString(),
    bus: BUS_MARKERS.notices,
    ttl: Math.floor((now.getTime() + KEPT_MS) / 1000),
  };
  return { put: record };
}

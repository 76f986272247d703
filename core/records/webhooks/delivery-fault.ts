import type { LaneRow } from "../../lanes/lane.ts";
import { rowId, rowQueue } from "../../lanes/put-row.ts";
import { RECHECK } from "../../lanes/recheck.ts";
import { isCount, isId, isInstant, rowFault } from "../../lanes/row-fault.ts";
import { ENDPOINT_QUEUES, lettersOf } from "../../store/lane-queues.ts";

/** The queue letters in an endpoint's lane. */
const LETTERS = lettersOf(ENDPOINT_QUEUES);

const orMissing = (isSound: (value: unknown) => boolean) => (value: unknown) => value === undefined || isSound(value);
const orNull = (isSound: (value: unknown) => boolean) => (value: unknown) => value === null || isSound(value);
const isText = (value: unknown) => typeof value === "string";
const isSwitch = (value: unknown) => typeof value === "boolean";

/** Validity checks for the fields specific to deliveries. */
const FIELDS: [field: string, isSound: (value: unknown) => boolean][] = [
  ["queued_at", orMissing(isInstant)],
  ["deaths", orMissing(isCount)],
  ["life", orMissing(isCount)],
  ["probing", orMissing(isSwitch)],
  ["test", orMissing(isSwitch)],
  ["resent", orMissing(isSwitch)],
  ["last_status", orMissing(orNull(Number.isSafeInteger))],
  ["last_error", orMissing(orNull(isText))],
];

/** Returns why a row in an endpoint's lane can never be processed, or null if it is valid. */
export function deliveryFault(row: LaneRow, now: Date): string | null {
  const fault = rowFault(row, LETTERS, now);
  if (fault !== null || rowQueue(row.sk) === RECHECK) return fault;
  if (!isId(rowId(row.sk))) return "it does not name an event";
  const broken = FIELDS.find(([field, isSound]) => !isSound(row[field]));
  return broken ? `${broken[0]} is not valid` : null;
}

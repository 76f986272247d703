import { isCount } from "../../lanes/row-fault.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { sendingOf } from "../../records/sending.ts";
import { isSlotValue, SLOT_FIELDS } from "../../records/slot-fields.ts";
import type { Condition, Item, Table } from "../../store/table.ts";
import { packInput } from "../quarantine/pack-input.ts";
import { quarantineWrites } from "../quarantine/quarantine-job.ts";

const isBooleanOrMissing = (value: unknown) => value === undefined || typeof value === "boolean";
const isCountOrMissing = (value: unknown) => value === undefined || isCount(value);

function isHeld(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== "object" || value === null || !("day" in value)) return false;
  const { day, ...counts } = value;
  return typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) && Object.values(counts).every(Number.isSafeInteger);
}

/** Whether the sending state is corrupt in fields outside the policy, which causes every write to it to be refused. */
export function isBrokenSending(item: Item): boolean {
  const { rev, fence, shard, connected, removed, counted } = item;
  const isSound =
    [rev, fence, shard].every(isCountOrMissing) &&
    [connected, removed].every(isBooleanOrMissing) &&
    SLOT_FIELDS.every((field) => item[field] === undefined || isSlotValue(item[field])) &&
    isHeld(counted);
  return !isSound;
}

/**
 * Rewrites the sending state from its readable parts, and quarantines the old state. If a send's slot can't be read,
 * the send isn't repeated; the message reaches its final status when the message's record is checked. The new `rev` is
 * a value that no process can have read before.
 * @throws FenceLost
 */
export async function mendSending(table: Table, own: Owner, broken: Item, now: Date): Promise<void> {
  const { pk, sk, shard, connected, removed, counted, rev } = broken;
  const slots = Object.fromEntries(
    SLOT_FIELDS.flatMap((field) => (isSlotValue(broken[field]) ? [[field, broken[field]]] : [])),
  );
  const { rev: _rev, slots: _slots, ...state } = sendingOf({ pk, sk, ...soundPart(broken) }, { timezone: "UTC", now });
  const put: Item = {
    ...state,
    ...slots,
    pk,
    sk,
    rev: now.getTime(),
    fence: own.fence,
    ...(isCount(shard) && { shard }),
    ...(typeof connected === "boolean" && { connected }),
    ...(removed === true && { removed }),
    ...(isHeld(counted) && counted !== undefined && { counted }),
  };
  const isComparable = typeof rev === "string" || (typeof rev === "number" && Number.isFinite(rev));
  const asRead: Condition = isComparable ? [{ field: "rev", op: "=", value: rev }] : [];
  const error = new Error("The sending state of an instance could not be read.");
  const id = `pace_${own.instance_id}`;
  const kept = quarantineWrites(own, { id, kind: "send", input: packInput(broken), error, tries: 1 }, now);
  await transactFenced(table, own.instance_id, own.fence, [{ put, if: asRead }, ...kept]);
}

/** Returns the policy's fields, leaving out the fields repaired here. */
function soundPart({
  rev: _rev,
  fence: _fence,
  shard: _shard,
  connected: _c,
  removed: _r,
  counted: _n,
  ...rest
}: Item) {
  return Object.fromEntries(Object.entries(rest).filter(([field]) => !SLOT_FIELDS.includes(field)));
}

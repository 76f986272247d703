import type { AttributeItem } from "../../../core/aws/whole-table.ts";
import { keys } from "../../../core/store/keys.ts";
import { INDEXES } from "../../../core/store/table.ts";

type AttributeValue = AttributeItem[string];

/** Serializes items as JSON, with bytes as base64. */
export const itemsToJson = (items: readonly AttributeItem[]): string =>
  JSON.stringify(items, (_name, value: unknown) => {
    // A Buffer's own `toJSON` runs before this replacer, so bytes have to be replaced in the object that contains them.
    return value !== null && typeof value === "object" && ("B" in value || "BS" in value) ? inBase64(value) : value;
  });

function inBase64(value: object): object {
  if ("B" in value && value.B instanceof Uint8Array) return { B: Buffer.from(value.B).toString("base64") };
  if ("BS" in value && Array.isArray(value.BS)) {
    return { BS: value.BS.map((bytes: Uint8Array) => Buffer.from(bytes).toString("base64")) };
  }
  return value;
}

/** Parses the output of `itemsToJson`. */
export const itemsOfJson = (text: string): AttributeItem[] =>
  (JSON.parse(text) as AttributeItem[]).map((item) => ofFields(item));

const ofFields = (fields: Record<string, AttributeValue>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fromBase64(value)]));

function fromBase64(value: AttributeValue): AttributeValue {
  if (value.B !== undefined) return { B: Buffer.from(String(value.B), "base64") };
  if (value.BS !== undefined) return { BS: value.BS.map((text) => Buffer.from(String(text), "base64")) };
  if (value.M !== undefined) return { M: ofFields(value.M) };
  if (value.L !== undefined) return { L: value.L.map(fromBase64) };
  return value;
}

/**
 * Items that belong to a deployment, a sign-in or a session and therefore aren't moved: tasks and shards, the sign-in
 * provider's records along with the data key they are sealed with, per-address limits, and the canary's key.
 */
const STAYS = [
  /^(?:SHARDS|TASKS|SWEEP)$/,
  /^SHARD#/,
  /^(?:SESSION|SIGNIN|ADDRESS|IDENTITY|MAILED)#/,
  /^USER#[^#]+#SESSION$/,
  /^ACC#(?:canary|identity)$/,
];
const { pk: DEPLOYMENT, sk: MOVE } = keys.move();
const OWN = new Set([MOVE, keys.movePlace().sk]);

/** Whether an item may replace one in the new deployment. Archives from older versions contain some that must not. */
export function mayArrive(item: AttributeItem): boolean {
  const { pk, sk } = keyOf(item);
  return !(pk === DEPLOYMENT && OWN.has(sk)) && !STAYS.some((pattern) => pattern.test(pk));
}

/** Whether an item is moved to the new deployment. @param now the current time. Expired items aren't moved. */
export function moves(item: AttributeItem, now: Date): boolean {
  if (!mayArrive(item)) return false;
  return item.ttl?.N === undefined || Number(item.ttl.N) * 1_000 > now.getTime();
}

/** Returns an item's key. */
export const keyOf = ({ pk, sk }: AttributeItem) => ({ pk: pk?.S ?? "", sk: sk?.S ?? "" });

/** Whether an item is an owner's wrapped data key. */
export const isDataKey = (item: AttributeItem) => keyOf(item).sk === "DATAKEY";

/**
 * The attributes that let the sweep find a lane. Each is paired with the name it is stored under until the import is
 * complete.
 */
export const WAITING_NAMES = [
  [`arriving_${INDEXES.due.pk}`, INDEXES.due.pk],
  [`arriving_${INDEXES.due.sk}`, INDEXES.due.sk],
] as const;

/**
 * Returns an item as stored during an import: hidden from the sweep, and without the attribute that would forward its
 * event to the destination's bus.
 */
export function asArriving({ bus: _bus, ...item }: AttributeItem): AttributeItem {
  const renamed = { ...item };
  for (const [waiting, name] of WAITING_NAMES) {
    const value = renamed[name];
    if (value === undefined) continue;
    renamed[waiting] = value;
    delete renamed[name];
  }
  return renamed;
}

/** Whether an item is still hidden from the sweep because of an import. */
export const isArriving = (item: AttributeItem) => item[WAITING_NAMES[0][0]] !== undefined;

import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Condition, Item } from "../store/table.ts";
import { DICTIONARIES } from "./pack-dictionary.ts";

/**
 * Fields that are stored compressed, by partition. Messages and events account for most writes, and DynamoDB charges
 * for writes by the kilobyte, rounded up. A message is written five times, in transactions that cost twice as much.
 * Fields not used by any condition or index are therefore packed into one attribute. Packing happens below all other
 * code, which reads and writes whole records. A field changed later is stored alongside the pack under its own name and
 * takes precedence. If a write removes a packed field, adds to it or names it in a condition, `refusePacked` throws.
 */
const PACKED_FIELDS: { partition: RegExp; fields: ReadonlySet<string> }[] = [
  { partition: /^ACC#[^#]+#EVT$/, fields: new Set(["id", "account_id", "type", "body", "created_at"]) },
  {
    partition: /^ACC#[^#]+#(MSG|STS)$/,
    fields: new Set([
      "id",
      "account_id",
      "instance_id",
      "phone",
      "to_asked",
      "form_known",
      "chat_id",
      "participant",
      "contact_name",
      "direction",
      "type",
      "origin",
      "body",
      "media",
      "location",
      "contact",
      "poll",
      "order",
      "product",
      "reply_to",
      "link_preview",
      "reactions",
      "results",
      "votes",
      "error",
      "error_code",
      "waiting_reason",
      "expected_at",
      "send_at",
      "written_at",
      "sent_at",
      "delivered_at",
      "read_at",
      "edited_at",
      "created_at",
      "class",
      "content",
      "file",
      "network_server_id",
      "poll_votes",
      "nth",
      "network_chat",
      "day",
      "new_person",
      "go_before",
      "started_ms",
      "forwarding_score",
      "details",
      "uncounted",
      "broadcast",
      "team_rev",
    ]),
  },
  {
    partition: /^ACC#[^#]+#HOOK#[^#]+#LANE$/,
    fields: new Set(["body", "type", "instance_id", "created_at"]),
  },
  { partition: /^ACC#[^#]+#DRAFT$/, fields: new Set(["phone", "chat_id", "content", "reply_to", "send_at"]) },
  { partition: /^INST#[^#]+#MEMBERS#[^#]+$/, fields: new Set(["members", "body"]) },
  { partition: /^INST#[^#]+#BRD#[^#]+$/, fields: new Set(["people"]) },
];

/** The attribute that contains the pack: a byte that identifies the dictionary, followed by deflated JSON. */
const PACK = "z";
const DICTIONARY = 1;
/** The maximum unpacked size, larger than any item. */
const MAX_BYTES = 4_000_000;

const fieldsOf = (pk: string) => PACKED_FIELDS.find(({ partition }) => partition.test(pk))?.fields;

/** Builds the item to store. Values that JSON can't represent (bytes) stay outside the pack. */
export function packItem(item: Item): Item {
  const fields = fieldsOf(item.pk);
  if (!fields) return item;
  const packed: Record<string, unknown> = {};
  const rest: Item = { pk: item.pk, sk: item.sk };
  for (const [name, value] of Object.entries(item)) {
    if (fields.has(name) && value !== undefined && isJson(value)) packed[name] = value;
    else rest[name] = value;
  }
  if (Object.keys(packed).length === 0) return item;
  const deflated = deflateRawSync(JSON.stringify(packed), { dictionary: dictionaryOf(DICTIONARY), level: 9 });
  return { ...rest, [PACK]: Buffer.concat([Buffer.from([DICTIONARY]), deflated]) };
}

/** Restores the stored record. An item without a pack is returned unchanged. @throws Error on an unknown dictionary. */
export function unpackItem(item: Item): Item {
  const { [PACK]: pack, ...rest } = item;
  if (!(pack instanceof Uint8Array)) return item;
  const text = inflateRawSync(pack.subarray(1), { dictionary: dictionaryOf(pack[0] ?? 0), maxOutputLength: MAX_BYTES });
  const packed = JSON.parse(text.toString()) as Record<string, unknown>; // written by packItem
  // Fields stored alongside the pack were changed after it was written, so they take precedence.
  return { ...packed, ...(rest as Item) };
}

/** Rejects a write that would test or remove a packed field. @throws Error naming the field. */
export function refusePacked(pk: string, condition: Condition | undefined, changed: readonly string[]): void {
  const fields = fieldsOf(pk);
  if (!fields) return;
  for (const name of [...namesOf(condition ?? []), ...changed]) {
    if (fields.has(name))
      throw new Error(`The field "${name}" is stored packed: no condition, "add" or "remove" may name it.`);
  }
}

function namesOf(condition: Condition): string[] {
  return condition.flatMap((claim) => {
    if ("anyOf" in claim) return claim.anyOf.flatMap(namesOf);
    return "field" in claim ? [claim.field] : [];
  });
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== "object" || value instanceof Uint8Array || value instanceof Set) return false;
  return Object.values(value).every((inner) => inner === undefined || isJson(inner));
}

function dictionaryOf(version: number): Buffer {
  const dictionary = DICTIONARIES[version];
  if (!dictionary)
    throw new Error(`An item was packed with dictionary ${version}, which this version of the gateway does not have.`);
  return dictionary;
}

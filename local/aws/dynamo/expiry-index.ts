import { isObject } from "../input.ts";
import type { DynaliteStore, LevelWrite } from "./dynalite.ts";
import type { ItemChange } from "./overlay.ts";

/** Which attribute of a table's items says when they end. */
interface Setting {
  attribute: string;
}

/** One item whose time may have come. */
export interface ExpiredItem {
  table: string;
  attribute: string;
  itemKey: string;
  /** The entry that led here. */
  entryKey: string;
}

/** Finds items past their time without scanning the tables: entries sorted by time, written along with the items. */
export interface ExpiryIndex {
  attributeOf(table: string): string | null;
  /** The entries to write along with the items. */
  writesFor(changes: ItemChange[]): LevelWrite[];
  /** Items past `now`, oldest first. */
  due(now: Date, limit: number): Promise<ExpiredItem[]>;
  /** Takes up or gives up (null) a table's setting; reads the table's items when it is new. */
  use(table: string, attribute: string | null): Promise<void>;
}

/** Epoch seconds fit for ten thousand years, and sort as text. */
const DIGITS = 12;

const settingKey = (table: string) => `ttlset~${table}`;
const entryPrefix = (table: string) => `ttl-${table}~`;
const entryKey = (table: string, seconds: number, itemKey: string) =>
  `${entryPrefix(table)}${String(seconds).padStart(DIGITS, "0")}~${itemKey}`;

/** The whole seconds under the attribute of an item, or null; anything but a number is no expiry, as in AWS. */
export function expirySeconds(item: unknown, attribute: string): number | null {
  if (!isObject(item)) return null;
  const value = item[attribute];
  if (!isObject(value) || typeof value.N !== "string") return null;
  const seconds = Math.floor(Number(value.N));
  return seconds > 0 && seconds < 10 ** DIGITS ? seconds : null;
}

/** Loads the settings kept in the store. */
export async function expiryIndex(base: DynaliteStore): Promise<ExpiryIndex> {
  const settings = new Map<string, Setting>();
  for (const [key, value] of await base.db.iterator({ gte: "ttlset~", lt: "ttlset~\xff" }).all()) {
    if (isObject(value) && typeof value.attribute === "string") {
      settings.set(key.slice("ttlset~".length), { attribute: value.attribute });
    }
  }

  return {
    attributeOf: (table) => settings.get(table)?.attribute ?? null,

    writesFor: (changes) =>
      changes.flatMap(({ table, key, before, after }): LevelWrite[] => {
        const setting = settings.get(table);
        if (!setting) return [];
        const was = expirySeconds(before, setting.attribute);
        const is = expirySeconds(after, setting.attribute);
        if (was === is) return [];
        return [
          ...(was === null ? [] : [{ type: "del" as const, key: entryKey(table, was, key) }]),
          ...(is === null ? [] : [{ type: "put" as const, key: entryKey(table, is, key), value: 1 }]),
        ];
      }),

    async due(now, limit) {
      const found: ExpiredItem[] = [];
      for (const [table, { attribute }] of settings) {
        const prefix = entryPrefix(table);
        const end = prefix + String(Math.floor(now.getTime() / 1_000)).padStart(DIGITS, "0");
        for (const key of await base.db.keys({ gte: prefix, lt: end, limit }).all()) {
          found.push({ table, attribute, itemKey: key.slice(prefix.length + DIGITS + 1), entryKey: key });
        }
      }
      return found;
    },

    async use(table, attribute) {
      if ((settings.get(table)?.attribute ?? null) === attribute) return;
      const prefix = entryPrefix(table);
      const writes: LevelWrite[] = (await base.db.keys({ gte: prefix, lt: `${prefix}\xff` }).all()).map((key) => ({
        type: "del",
        key,
      }));
      if (attribute === null) {
        await base.db.batch([...writes, { type: "del", key: settingKey(table) }]);
        settings.delete(table);
        return;
      }
      const items = `item-${table}~`;
      for await (const [key, item] of base.db.iterator({ gte: items, lt: `${items}\xff` })) {
        const seconds = expirySeconds(item, attribute);
        if (seconds === null) continue;
        writes.push({ type: "put", key: entryKey(table, seconds, key.slice(items.length)), value: 1 });
      }
      await base.db.batch([...writes, { type: "put", key: settingKey(table), value: { attribute } }]);
      settings.set(table, { attribute });
    },
  };
}

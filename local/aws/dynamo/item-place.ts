import type { Call, Json } from "../service.ts";
import { chargeWrite } from "./charge.ts";
import { type DynaliteStore, dynaliteDb, promised, type TableDescription, type WireItem } from "./dynalite.ts";

/** Which item a checked write is about. */
export interface ItemPlace {
  table: TableDescription;
  /** Its key attributes, maybe among others. */
  key: WireItem;
  /** Table and key as one text; null without the key's attributes: such a write is refused by its action. */
  name: string | null;
}

/** Finds it. @param data as `checkInput` left it. @throws when there is no such table. */
export async function itemPlace(data: Json, store: DynaliteStore): Promise<ItemPlace> {
  const name = String(data.TableName);
  const table = await promised<TableDescription>((callback) => store.getTable(name, callback));
  const key = (data.Key ?? data.Item) as WireItem; // checkInput has seen to its shape
  const isWhole = table.KeySchema.every(({ AttributeName }) => key[AttributeName]);
  return { table, key, name: isWhole ? `${name}~${dynaliteDb.createKey(key, table)}` : null };
}

/** Tells what a write cost that was refused before anything was looked at: as much as writing what stands there. */
export async function chargeRefused(
  { table, key }: ItemPlace,
  store: DynaliteStore,
  call: Call,
  isTransaction: boolean,
): Promise<void> {
  if (!call.use) return;
  const items = store.getItemDb(table.TableName);
  const before = await promised<unknown>((callback) => items.get(dynaliteDb.createKey(key, table), callback));
  chargeWrite(call, table, { key, before, after: before, isTransaction });
}

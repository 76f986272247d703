import { failureKind } from "../../../core/failure-kind.ts";
import type { Item } from "../../../core/store/table.ts";
import { decompressKey } from "./compress-key.ts";
import type { KeyPartition } from "./key-partition.ts";

const PAGE = 100;

/** The texts of these keys that exist, by id. */
export async function readKeys(keys: KeyPartition, category: string, ids: string[]): Promise<Map<string, string>> {
  const idOf = new Map(ids.map((id) => [keys.place(category, id).sk, id]));
  const items = await keys.table.getMany(ids.map((id) => keys.place(category, id)));
  const texts = items.map(async (item): Promise<[string, string]> => {
    const id = idOf.get(item.sk) ?? "";
    return [id, await textOf(keys, category, id, item)];
  });
  return new Map(await Promise.all(texts));
}

/** All rows of a category, by id. One that can never be opened is an error in its place and keeps back no other. */
export async function readCategory(keys: KeyPartition, category: string): Promise<Map<string, string | Error>> {
  const { pk, sk: prefix } = keys.place(category, "");
  const texts = new Map<string, string | Error>();
  for (let after: string | undefined; ; ) {
    const page = await keys.table.query({ pk, prefix, limit: PAGE, ...(after !== undefined && { after }) });
    for (const item of page.items) {
      const id = item.sk.slice(prefix.length);
      texts.set(id, await textOf(keys, category, id, item).catch(lastingOnly));
    }
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return texts;
  }
}

/** The text of a row, its parts included. @throws when one is missing or can't be opened. */
async function textOf(keys: KeyPartition, category: string, id: string, item: Item): Promise<string> {
  if (typeof item.parts !== "number") return decompressKey(await keys.open(item));
  const inParts = { version: String(item.version), parts: item.parts };
  keys.large.set(item.sk, inParts);
  const places = keys.partPlaces(category, id, inParts);
  const found = new Map((await keys.table.getMany(places)).map((part) => [part.sk, part]));
  const clear = await Promise.all(
    places.map((key) => {
      const part = found.get(key.sk);
      if (!part) throw new Error(`A part of the key ${category} is missing.`);
      return keys.open(part);
    }),
  );
  return decompressKey(Buffer.concat(clear));
}

/** An error that comes again with the same row. @throws any other. */
function lastingOnly(error: unknown): Error {
  if (!(error instanceof Error) || failureKind(error) === "passing") throw error;
  return error;
}

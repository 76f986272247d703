import { failureKind } from "../../../core/failure-kind.ts";
import type { Item } from "../../../core/store/table.ts";
import { decompressKey } from "./compress-key.ts";
import type { KeyPartition } from "./key-partition.ts";

const PAGE = 100;

/** Returns the texts of whichever of these keys exist, by id. */
export async function readKeys(keys: KeyPartition, category: string, ids: string[]): Promise<Map<string, string>> {
  const idOf = new Map(ids.map((id) => [keys.place(category, id).sk, id]));
  const items = await keys.table.getMany(ids.map((id) => keys.place(category, id)));
  const texts = items.map(async (item): Promise<[string, string]> => {
    const id = idOf.get(item.sk) ?? "";
    return [id, await textOf(keys, category, id, item)];
  });
  return new Map(await Promise.all(texts));
}

/** A page of rows in a category, and the start of the next page. On the last page, `after` is undefined. */
export interface KeyPage {
  /**
   * The texts, keyed by id. A row that can never be decrypted is represented by its error, so that it doesn't block the
   * other rows.
   */
  texts: Map<string, string | Error>;
  after: string | undefined;
}

/** Loads a category's rows, up to a maximum number or total size. @param after from the previous page. */
export async function readPage(
  keys: KeyPartition,
  category: string,
  most: { rows: number; chars: number },
  after: string | undefined,
): Promise<KeyPage> {
  const { pk, sk: prefix } = keys.place(category, "");
  const texts = new Map<string, string | Error>();
  let chars = 0;
  for (let behind = after; ; ) {
    const limit = Math.min(PAGE, most.rows - texts.size);
    const page = await keys.table.query({ pk, prefix, limit, ...(behind !== undefined && { after: behind }) });
    for (const item of page.items) {
      const id = item.sk.slice(prefix.length);
      const text = await textOf(keys, category, id, item).catch(lastingOnly);
      texts.set(id, text);
      chars += typeof text === "string" ? text.length : 0;
      if (chars >= most.chars || texts.size >= most.rows) return { texts, after: item.sk };
    }
    behind = page.items.at(-1)?.sk;
    if (!page.more || behind === undefined) return { texts, after: undefined };
  }
}

/** Returns a row's text, including its parts. @throws if a part is missing or can't be decrypted. */
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

/** Returns the error if it will recur whenever this row is loaded. Rethrows any other error. */
function lastingOnly(error: unknown): Error {
  if (!(error instanceof Error) || failureKind(error) === "passing") throw error;
  return error;
}

import type { ApiKeyRecord } from "../contracts/account.ts";
import { wireTime } from "../domain/wire-time.ts";
import { keys } from "../store/keys.ts";
import type { Item, Table } from "../store/table.ts";

const PAGE = 500;
const OWN_ATTRIBUTES = new Set(["pk", "sk", "hmac", "ttl"]);

/** Every key of an account, revoked ones too, oldest first; never the keys themselves nor their hashes. */
export async function listKeys(table: Table, accountId: string): Promise<ApiKeyRecord[]> {
  const found: ApiKeyRecord[] = [];
  const { pk } = keys.accountKey(accountId, "");
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    // The keys' poll counters lie between them.
    found.push(...items.filter((item) => !item.sk.endsWith("#RATE")).map(keyView));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return found;
  }
}

/** Ends a key: the next request with it answers 401. Revoking twice is no error. @returns false: no such key. */
export async function revokeKey(table: Table, accountId: string, keyId: string, now: Date): Promise<boolean> {
  const place = keys.accountKey(accountId, keyId);
  const pointer = await table.get(place);
  if (!pointer) return false;
  if (pointer.revoked_at !== null) return true;
  await table.transact([
    { delete: keys.apiKey(String(pointer.hmac)) },
    { update: place, set: { revoked_at: wireTime(now) }, if: [{ item: "exists" }] },
  ]);
  return true;
}

function keyView(item: Item): ApiKeyRecord {
  const fields = Object.entries(item).filter(([name]) => !OWN_ATTRIBUTES.has(name));
  return Object.fromEntries(fields) as unknown as ApiKeyRecord; // put by createKey only
}

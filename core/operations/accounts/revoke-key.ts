import type { AccountId } from "../../contracts/ids.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { ApiKeyRecord } from "../../records/accounts/key.ts";
import { keyRecords } from "../../records/accounts/key.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Condition, Item, Table, Write } from "../../store/table.ts";

const PAGE = 500;
const USE_ATTRIBUTES = ["last_used_at", "last_used_from"] as const;
/**
 * The maximum number of attempts. Only another revocation, or the deletion of the account, changes what an attempt has
 * read, and the next attempt then finds nothing left to do.
 */
const TRIES = 3;
const NOT_REVOKED: Condition = [{ item: "exists" }, { field: "revoked_at", op: "=", value: null }];
const OWN_ATTRIBUTES = new Set(["pk", "sk", "hmac", "ttl"]);

/**
 * Lists all of an account's keys, including revoked ones, oldest first, with their last use. The result contains
 * neither the keys themselves nor their hashes.
 */
export async function listKeys(table: Table, accountId: AccountId): Promise<ApiKeyRecord[]> {
  const found: ApiKeyRecord[] = [];
  const { pk } = keys.accountKey(accountId, "");
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    // Each key's counters are stored under `<key>#…`, so they sort between the keys.
    const records = items.filter((item) => !item.sk.includes("#"));
    // A key's last use is stored in its lookup record. Revoking the key removes that record and copies the last use to
    // the key's own record.
    const inUse = await table.getMany(
      records.flatMap(({ hmac, revoked_at }) => (revoked_at ? [] : [keys.apiKey(String(hmac))])),
    );
    const uses = new Map(inUse.map((item) => [item.id, useOf(item)]));
    found.push(...records.map((item) => keyView({ ...item, ...useOf(item), ...uses.get(item.id) })));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return found;
  }
}

/**
 * Revokes a key. The next request that uses it gets a 401. Revoking a key twice is not an error: the second call
 * changes and logs nothing, even if both run at the same time.
 * @param also the activity log entry to write in the same transaction. @returns false if there is no such key.
 */
export async function revokeKey(
  table: Table,
  accountId: AccountId,
  keyId: string,
  now: Date,
  also: Write[] = [],
): Promise<boolean> {
  const place = keys.accountKey(accountId, keyId);
  return retryOnChange(TRIES, async ({ commit }) => {
    const pointer = await table.get(place);
    if (!pointer) return false;
    if (pointer.revoked_at !== null) return true;
    const looked = keys.apiKey(String(pointer.hmac));
    const use = useOf((await table.get(looked)) ?? {});
    // There is no condition on the last use, so the stored one may be outdated by a moment. Otherwise, someone who
    // keeps using a leaked key could delay its revocation.
    const revoke: Write = { update: place, set: { revoked_at: wireTime(now), ...use }, if: NOT_REVOKED };
    await commit(table.transact([{ delete: looked }, revoke, ...also]));
    return true;
  });
}

const useOf = (item: Record<string, unknown>) =>
  Object.fromEntries(USE_ATTRIBUTES.map((name) => [name, item[name] ?? null]));

function keyView(item: Item): ApiKeyRecord {
  const view = { ...keyRecords.of(item) };
  for (const name of OWN_ATTRIBUTES) Reflect.deleteProperty(view, name);
  return view;
}

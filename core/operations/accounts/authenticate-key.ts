import type { AccountId } from "../../contracts/ids.ts";
import { isAllowedIp } from "../../domain/accounts/allowed-ips.ts";
import { isApiKey } from "../../domain/accounts/api-key.ts";
import { mcpSettingsOf } from "../../domain/accounts/mcp-settings.ts";
import { hasTrialEnded } from "../../domain/accounts/plan-rules.ts";
import { ApiError } from "../../errors.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import type { ApiKeyRecord } from "../../records/accounts/key.ts";
import { accountKeyRecords, keyRecords } from "../../records/accounts/key.ts";
import type { Pepper } from "../../records/accounts/pepper.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";
import { keyHmac } from "./create-key.ts";
import { noteKeyUse } from "./note-key-use.ts";

/**
 * Authenticates the caller by the key in the `Authorization` header. The key's record is read on every request, so
 * revocations and suspensions take effect immediately.
 * @param source the caller's address, as reported by the connection or the front. Never use an address that the caller
 * can set.
 * @throws ApiError `unauthenticated`, then `ip_not_allowed`, then `account_suspended`. Spec: Authentication, 4.
 */
export async function authenticateKey(
  deps: { table: Table; pepper: Pepper },
  authorization: string | undefined,
  source: string,
  now: Date,
): Promise<Caller> {
  const key = /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
  if (!key || !isApiKey(key)) throw unauthenticated();
  const place = keys.apiKey(await keyHmac(deps.pepper, key));
  const found = await readKey(deps.table, place);
  const { record } = found;
  if (!record || record.revoked_at !== null) throw unauthenticated();
  if (!isAllowedIp(source, record.allowed_ips)) throw new ApiError("ip_not_allowed");
  const account = found.account ?? (await accountRecords.read(deps.table, record.account_id));
  if (!account) throw unauthenticated();
  if (account.status === "suspended") throw new ApiError("account_suspended");
  await noteKeyUse(deps.table, place, record, { source, now });
  return callerOf(record, account, now);
}

/** An account's key, identified by its ID. Doesn't contain the key itself. */
export interface KnownKey {
  account_id: AccountId;
  key_id: string;
}

/**
 * Authenticates a caller whose key was authenticated earlier. Revocations and suspensions since then take effect.
 * @param source the caller's address.
 * @throws ApiError `unauthenticated`, then `ip_not_allowed`, then `account_suspended`.
 */
export async function authenticateAgain(table: Table, known: KnownKey, source: string, now: Date): Promise<Caller> {
  const { account_id, key_id } = known;
  const items = await table.getMany([keys.accountKey(account_id, key_id), keys.account(account_id)]);
  const record = accountKeyRecords.among(items, account_id, key_id);
  const account = accountRecords.among(items, account_id);
  if (!record || record.revoked_at !== null || !account) throw unauthenticated();
  if (!isAllowedIp(source, record.allowed_ips)) throw new ApiError("ip_not_allowed");
  if (account.status === "suspended") throw new ApiError("account_suspended");
  return callerOf(record, account, now);
}

function callerOf(record: ApiKeyRecord, account: AccountRecord, now: Date): Caller {
  const { account_id, id: key_id, kind, instance_id } = record;
  const trial_ended = hasTrialEnded(account, now);
  const rights = { kind, instance_id, mcp: mcpSettingsOf(record), plan: account.plan, trial_ended };
  return { account_id, key_id, user_id: null, role: null, ...rights };
}

/** A key never moves to another account, so a known key's record and its account's record can be fetched together. */
const ACCOUNTS_OF_KEYS = new CacheSlot<string>("accounts of API keys", 10_000);

async function readKey(
  table: Table,
  place: Key,
): Promise<{ record: ApiKeyRecord | null; account: AccountRecord | null }> {
  const known = cachesOf(table).at(ACCOUNTS_OF_KEYS);
  const owner = known.get(place.pk);
  const items = await table.getMany(owner === undefined ? [place] : [place, keys.account(owner)]);
  const record = keyRecords.orNull(items.find(({ pk }) => pk === place.pk));
  const account = owner === undefined ? null : accountRecords.among(items, owner);
  if (record && owner === undefined) known.set(place.pk, record.account_id);
  return { record, account };
}

const unauthenticated = () => new ApiError("unauthenticated", { headers: { "WWW-Authenticate": "Bearer" } });

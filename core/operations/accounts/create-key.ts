import type { KeyKind } from "../../contracts/account.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { normalizeCidr } from "../../domain/accounts/allowed-ips.ts";
import { API_KEY_RANDOM_BYTES, formatApiKey } from "../../domain/accounts/api-key.ts";
import {
  isMcpLimit,
  MCP_LIMITS,
  type McpLimit,
  type McpSettings,
  mcpLimitRule,
  mcpSettingsOf,
} from "../../domain/accounts/mcp-settings.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Ids } from "../../ports.ts";
import { activityWrite, type By } from "../../records/accounts/activity.ts";
import type { ApiKeyRecord } from "../../records/accounts/key.ts";
import type { Pepper } from "../../records/accounts/pepper.ts";
import { keys } from "../../store/keys.ts";
import { type Table, TransactionRefused } from "../../store/table.ts";

/** A new key's details and rights. Omitted tool settings get their default values. */
export interface KeyRequest extends Partial<McpSettings> {
  account_id: AccountId;
  kind: KeyKind;
  /** The key's name, 1 to 100 characters. If omitted, the key has no name. */
  name?: string | null;
  /** The only instance that the key may be used for. If omitted, the key is valid for the whole account. */
  instance_id?: InstanceId | null;
  /**
   * The addresses and CIDR ranges (v4 and v6) from which the key may be used. If empty or omitted, the key may be used
   * from anywhere.
   */
  allowed_ips?: string[];
  /** The user who creates the key. If omitted, the installation itself creates it, and nothing is logged. */
  by?: By;
}

/** The number of trailing characters to show. They are all part of the checksum, so they reveal nothing secret. */
const LAST_CHARS = 4;

/** The parts of a key request that can be refused. */
type KeyField = "account_id" | "name" | "instance_id" | "allowed_ips" | McpLimit;

/** Thrown when a key can't be created as requested. The message explains why and how to fix it. */
export class KeyRefused extends Error {
  readonly field: KeyField;

  constructor(field: KeyField, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Creates an API key. The key itself appears only in the result; the table stores its HMAC, computed with the
 * deployment's pepper.
 * @throws KeyRefused for an unknown account or instance, an invalid address, a name that is too long, or a tool limit
 * outside its range.
 */
export async function createKey(
  deps: { table: Table; ids: Ids; pepper: Pepper },
  request: KeyRequest,
  now: Date,
): Promise<{ id: string; key: string }> {
  const allowedIps = (request.allowed_ips ?? []).map((text) => {
    const cidr = normalizeCidr(text);
    if (cidr === null)
      throw new KeyRefused(
        "allowed_ips",
        `"${text}" is not an IP address or CIDR range. Use e.g. 203.0.113.7 or 2001:db8::/32.`,
      );
    return cidr;
  });
  const mcp = checkedMcp(request);
  const id = deps.ids.next(ID_PREFIXES.key, now);
  const key = formatApiKey(deps.ids.random(API_KEY_RANDOM_BYTES));
  const record: ApiKeyRecord = {
    id,
    account_id: request.account_id,
    kind: request.kind,
    name: request.name ?? null,
    last4: key.slice(-LAST_CHARS),
    instance_id: request.instance_id ?? null,
    allowed_ips: allowedIps,
    ...mcp,
    created_at: wireTime(now),
    revoked_at: null,
    last_used_at: null,
    last_used_from: null,
  };
  if (request.name && [...request.name].length > LIMITS.keyNameMaxChars) {
    throw new KeyRefused("name", `The name is too long. Use at most ${LIMITS.keyNameMaxChars} characters.`);
  }
  const hmac = await keyHmac(deps.pepper, key);
  const instance = request.instance_id ?? null;
  const line = { account_id: request.account_id, owner: instance ?? "account", action: "key.created" } as const;
  try {
    await deps.table.transact([
      { check: keys.account(request.account_id), if: [{ item: "exists" }] },
      { put: { ...keys.apiKey(hmac), ...record }, if: [{ item: "absent" }] },
      { put: { ...keys.accountKey(request.account_id, id), ...record, hmac } },
      ...(instance === null
        ? []
        : [{ check: keys.accountInstance(request.account_id, instance), if: [{ item: "exists" as const }] }]),
      ...(request.by === undefined
        ? []
        : [activityWrite(deps.ids, { ...line, subject: id, actor: request.by, changed: [] }, now)]),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (error.failed[0] !== undefined) throw new KeyRefused("account_id", `There is no account ${request.account_id}.`);
    throw new KeyRefused(
      "instance_id",
      `The account has no instance ${instance}. List its instances with GET /v1/instances.`,
    );
  }
  return { id, key };
}

/** Checks the requested tool settings and fills in the defaults. @throws KeyRefused */
function checkedMcp(request: KeyRequest): McpSettings {
  const settings = mcpSettingsOf(request);
  for (const name of MCP_LIMITS) {
    if (!isMcpLimit(name, settings[name])) throw new KeyRefused(name, mcpLimitRule(name));
  }
  return settings;
}

/** Returns the hash that a key is stored under. */
export async function keyHmac(pepper: Pepper, key: string): Promise<string> {
  return (await pepper.hmac("api_key", key)).toString("hex");
}

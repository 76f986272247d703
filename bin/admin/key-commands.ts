import { KEY_KINDS } from "../../core/contracts/account.ts";
import { ID_PREFIXES, idPattern } from "../../core/contracts/ids.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import type { McpLimit } from "../../core/domain/accounts/mcp-settings.ts";
import { createKey, KeyRefused } from "../../core/operations/accounts/create-key.ts";
import { listKeys, revokeKey } from "../../core/operations/accounts/revoke-key.ts";
import { activityWrite } from "../../core/records/accounts/activity.ts";
import { keys } from "../../core/store/keys.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { type AdminCommand, accountIds, accountOf, needed, type Options, oneOf } from "./options.ts";

/**
 * Operator commands for API keys. The API itself can't create keys, because a leaked key must not be able to create
 * others.
 */
export const KEY_COMMANDS = {
  "key create": {
    about: `Creates an API key and prints it, only this once. --instance limits it to one instance, --ip to these addresses.
For an AI assistant's tools: with --mcp-confirm, messages to people who have not written in 24 hours wait as drafts, which
a person releases in the panel; --mcp-sends is the maximum number of sends an hour (default ${LIMITS.mcpSendsPerHour}); --mcp-first is the
maximum number of first messages a day (default ${LIMITS.mcpFirstMessagesPerDay}).`,
    usage: `--kind ${KEY_KINDS.join("|")} [--account ID] [--name NAME] [--instance ID] [--ip ADDRESS or CIDR]... [--mcp-confirm] [--mcp-sends N] [--mcp-first N]`,
    takes: ["kind", "account", "name", "instance", "ip", "mcp-confirm", "mcp-sends", "mcp-first"],
    run: create,
  },
  "key list": {
    about:
      "Lists the keys of one account or all accounts, including revoked keys, and when each was last used. The keys themselves are never shown.",
    usage: "[--account ID]",
    takes: ["account"],
    run: list,
  },
  "key revoke": {
    about: "Revokes a key. The next request with this key returns 401.",
    usage: "--key ID [--account ID]",
    takes: ["key", "account"],
    run: revoke,
  },
} as const satisfies Record<string, AdminCommand>;

async function create(admin: Admin, options: Options) {
  const kind = oneOf("--kind", KEY_KINDS, options.kind);
  const account_id = await accountOf(admin, options);
  const { name = null, instance: instance_id = null, ip: allowed_ips = [] } = options;
  const mcp = {
    mcp_confirm: options["mcp-confirm"] ?? false,
    ...numberOf("mcp_sends_per_hour", options["mcp-sends"]),
    ...numberOf("mcp_first_messages_per_day", options["mcp-first"]),
  };
  const limits = { name, instance_id, allowed_ips, ...mcp };
  try {
    return await createKey(admin, { account_id, kind, ...limits, by: "operator" }, admin.clock.now());
  } catch (error) {
    throw error instanceof KeyRefused ? new AdminError(error.message) : error;
  }
}

/**
 * Converts an option's text to a number. Text that isn't a number becomes NaN, which is rejected in the same way as a
 * number out of range.
 */
const numberOf = (name: McpLimit, typed: string | undefined) =>
  typed === undefined ? {} : { [name]: /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN };

async function list(admin: Admin, options: Options) {
  const accounts = options.account === undefined ? await accountIds(admin) : [await accountOf(admin, options)];
  const found = [];
  for (const account of accounts) found.push(...(await listKeys(admin.table, account)));
  return found;
}

/**
 * Finds the account that owns a key. A key id doesn't contain its account, so without `--account` all accounts are
 * searched.
 */
async function ownerOf(admin: Admin, key: string, options: Options): Promise<string> {
  if (options.account !== undefined) return accountOf(admin, options);
  for (const account of await accountIds(admin)) {
    if (await admin.table.get(keys.accountKey(account, key))) return account;
  }
  throw new AdminError(`There is no key ${key}. List all keys: key list`);
}

async function revoke(admin: Admin, options: Options) {
  const key = needed("--key", options.key);
  if (!idPattern(ID_PREFIXES.key).test(key)) throw new AdminError(`"${key}" is not a key id. Use an id from key list.`);
  const account = await ownerOf(admin, key, options);
  const now = admin.clock.now();
  const line = { account_id: account, owner: "account", action: "key.revoked", subject: key, changed: [] } as const;
  const also = [activityWrite(admin.ids, { ...line, actor: "operator", changed: [] }, now)];
  if (!(await revokeKey(admin.table, account, key, now, also))) {
    throw new AdminError(`The account ${account} has no key ${key}. List its keys: key list --account ${account}`);
  }
  return { id: key, revoked: true };
}

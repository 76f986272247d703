import { KEY_KINDS } from "../../core/contracts/account.ts";
import { createKey, KeyRefused } from "../../core/operations/create-key.ts";
import { activityWrite } from "../../core/operations/record-activity.ts";
import { listKeys, revokeKey } from "../../core/operations/revoke-key.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { accountOf, type Command, needed, type Options, oneOf } from "./options.ts";

/** What the operator does with API keys. Keys are never made through /v1: a leaked one must not make others. */
export const KEY_COMMANDS = {
  "key create": {
    about: "Makes an API key and prints it, this once. --instance: for that instance only; --ip: from there only.",
    usage: `--kind ${KEY_KINDS.join("|")} [--account ID] [--instance ID] [--ip ADDRESS or CIDR]...`,
    takes: ["kind", "account", "instance", "ip"],
    run: create,
  },
  "key list": {
    about: "Lists an account's keys, revoked ones too, with their last use; never the keys themselves.",
    usage: "[--account ID]",
    takes: ["account"],
    run: async (admin, options) => listKeys(admin.table, await accountOf(admin, options)),
  },
  "key revoke": {
    about: "Ends a key: the next request with it answers 401.",
    usage: "--key ID [--account ID]",
    takes: ["key", "account"],
    run: revoke,
  },
} as const satisfies Record<string, Command>;

async function create(admin: Admin, options: Options) {
  const kind = oneOf("--kind", KEY_KINDS, options.kind);
  const account_id = await accountOf(admin, options);
  const limits = { instance_id: options.instance ?? null, allowed_ips: options.ip ?? [] };
  try {
    return await createKey(admin, { account_id, kind, ...limits, by: "operator" }, admin.clock.now());
  } catch (error) {
    throw error instanceof KeyRefused ? new AdminError(error.message) : error;
  }
}

async function revoke(admin: Admin, options: Options) {
  const key = needed("--key", options.key);
  const account = await accountOf(admin, options);
  const now = admin.clock.now();
  const line = { account_id: account, owner: "account", action: "key.revoked", subject: key, changed: [] } as const;
  const also = [activityWrite(admin.ids, { ...line, actor: "operator", changed: [] }, now)];
  if (!(await revokeKey(admin.table, account, key, now, also))) {
    throw new AdminError(`The account ${account} has no key ${key}. See: key list --account ${account}`);
  }
  return { id: key, revoked: true };
}

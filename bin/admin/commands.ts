import { KEY_KINDS, type KeyKind, PLANS, type Plan } from "../../core/contracts/account.ts";
import { ID_PREFIXES, idPattern } from "../../core/contracts/ids.ts";
import { changeAccount } from "../../core/operations/change-account.ts";
import { createAccount } from "../../core/operations/create-account.ts";
import { createKey, KeyRefused } from "../../core/operations/create-key.ts";
import { listKeys, revokeKey } from "../../core/operations/revoke-key.ts";
import { keys } from "../../core/store/keys.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";

export { AdminError };

/** The options as they were typed. */
export interface Options {
  name?: string;
  plan?: string;
  account?: string;
  kind?: string;
  instance?: string;
  key?: string;
  ip?: string[];
}

export const USAGE = `Usage: npm run admin -- <command>

  account create --name NAME [--plan ${PLANS.join("|")}]
  account suspend --account ID
  account resume --account ID
  plan set --account ID --plan ${PLANS.join("|")}
  key create --kind ${KEY_KINDS.join("|")} [--account ID] [--instance ID] [--ip ADDRESS or CIDR]...
  key list [--account ID]
  key revoke --key ID [--account ID]

Works on the local gateway that runs with this DATA_DIR; or on AWS, with TABLE_NAME and KMS_KEY_ID set.
Prints JSON. Without --account: the local gateway's own account, or the only one there is.`;

type Command = (admin: Admin, options: Options) => Promise<unknown>;

/** Command words -> what they do. */
export const commands: Record<string, Command | undefined> = {
  "account create": (admin, { name, plan = "scale" }) =>
    createAccount(admin, { name: needed("--name", name), plan: oneOf("--plan", PLANS, plan) }, admin.now()),
  "account suspend": (admin, options) => change(admin, options, { status: "suspended" }),
  "account resume": (admin, options) => change(admin, options, { status: "active" }),
  "plan set": (admin, options) => change(admin, options, { plan: oneOf("--plan", PLANS, options.plan) }),
  "key create": createCommand,
  "key list": async (admin, options) => listKeys(admin.table, await accountOf(admin, options)),
  "key revoke": revokeCommand,
};

async function createCommand(admin: Admin, options: Options) {
  const kind: KeyKind = oneOf("--kind", KEY_KINDS, options.kind);
  const account_id = await accountOf(admin, options);
  const request = { account_id, kind, instance_id: options.instance ?? null, allowed_ips: options.ip ?? [] };
  try {
    return await createKey(admin, request, admin.now());
  } catch (error) {
    throw error instanceof KeyRefused ? new AdminError(error.message) : error;
  }
}

async function revokeCommand(admin: Admin, options: Options) {
  const key = needed("--key", options.key);
  const account = await accountOf(admin, options);
  if (!(await revokeKey(admin.table, account, key, admin.now()))) {
    throw new AdminError(`The account ${account} has no key ${key}. See: key list --account ${account}`);
  }
  return { id: key, revoked: true };
}

async function change(admin: Admin, options: Options, fields: { status?: "active" | "suspended"; plan?: Plan }) {
  const id = needed("--account", options.account);
  if (!isAccountId(id) || !(await changeAccount(admin.table, id, fields))) throw unknownAccount(id);
  return { id, ...fields };
}

/** The account that is meant. @throws AdminError when it doesn't exist or isn't clear. */
async function accountOf(admin: Admin, { account }: Options): Promise<string> {
  if (account !== undefined) {
    if (!isAccountId(account) || !(await admin.table.get(keys.account(account)))) throw unknownAccount(account);
    return account;
  }
  if (admin.ownAccount !== null) return admin.ownAccount;
  const { items } = await admin.table.query({ pk: keys.accountPointer("").pk, limit: 2 });
  const [only, another] = items;
  if (!only) throw new AdminError("There is no account yet. Create one: account create --name NAME");
  if (another) throw new AdminError("There are several accounts. Say which one: --account ID");
  return only.sk;
}

const isAccountId = (text: string) => idPattern(ID_PREFIXES.account).test(text);

const unknownAccount = (id: string) =>
  new AdminError(`There is no account ${id}. Give the id that account create printed.`);

function needed(option: string, value: string | undefined): string {
  if (!value) throw new AdminError(`${option} is missing.\n\n${USAGE}`);
  return value;
}

function oneOf<T extends string>(option: string, allowed: readonly T[], value: string | undefined): T {
  const found = allowed.find((one) => one === value);
  if (!found) throw new AdminError(`${option} must be one of: ${allowed.join(", ")}.`);
  return found;
}

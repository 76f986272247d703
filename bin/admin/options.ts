import * as z from "zod";
import { ID_PREFIXES, idPattern } from "../../core/contracts/ids.ts";
import { keys } from "../../core/store/keys.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";

/** All options of all commands, in the format that `parseArgs` expects. */
export const OPTIONS = {
  name: { type: "string" },
  email: { type: "string" },
  plan: { type: "string" },
  account: { type: "string" },
  "retention-days": { type: "string" },
  kind: { type: "string" },
  role: { type: "string" },
  instance: { type: "string" },
  key: { type: "string" },
  ip: { type: "string", multiple: true },
  queue: { type: "string" },
  max: { type: "string" },
  stage: { type: "string" },
  table: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  id: { type: "string" },
  sends: { type: "string" },
  file: { type: "string" },
  "key-file": { type: "string" },
  "instead-of": { type: "string" },
  "mcp-confirm": { type: "boolean" },
  "mcp-sends": { type: "string" },
  "mcp-first": { type: "string" },
  "with-contents": { type: "boolean" },
} as const;
export type OptionName = keyof typeof OPTIONS;

/** The options and positional arguments that the operator typed after the command, by name. */
export type Options = { [Name in Exclude<OptionName, "ip" | Flag> | WordName]?: string } & {
  ip?: string[];
} & { [Name in Flag]?: boolean };

/** Options without a value. */
type Flag = "with-contents" | "mcp-confirm";

/** The names of positional arguments after a command: an id, or the two parts of an item's key. */
export type WordName = "id" | "pk" | "sk";

/** A command with its purpose, options and usage. */
export interface AdminCommand {
  about: string;
  /** The options as displayed in the help text. */
  usage: string;
  takes: readonly OptionName[];
  /** The positional arguments after the command, in order. Absent if the command has none. */
  words?: readonly WordName[];
  /** Whether the command needs the policy for restores instead of the operator's everyday policy. */
  isOfARestore?: true;
  /** @returns the value to print as JSON. @throws AdminError. */
  run(admin: Admin, options: Options): Promise<unknown>;
}

/** Returns the value of a required option. @throws AdminError if the option is missing. */
export function needed(option: string, value: string | undefined): string {
  if (!value) throw new AdminError(`${option} is missing. Add --help to the command to see its options.`);
  return value;
}

/** Returns the value of an option that allows only certain values. @throws AdminError that lists the allowed values. */
export function oneOf<T extends string>(option: string, allowed: readonly T[], value: string | undefined): T {
  const found = allowed.find((one) => one === value);
  if (!found) throw new AdminError(`${option} must be one of: ${allowed.join(", ")}.`);
  return found;
}

/** Parses an email address. @returns null for `none`. @throws AdminError if the text isn't an address. */
export function email(value: string): string | null {
  if (value === "none") return null;
  if (!z.email().max(EMAIL_MAX_CHARS).safeParse(value).success) {
    throw new AdminError(`"${value}" is not an email address. Use an address, e.g. --email ops@example.com, or none.`);
  }
  return value;
}

const EMAIL_MAX_CHARS = 254;

/** Finds the account that a command applies to. @throws AdminError if it doesn't exist or is ambiguous. */
export async function accountOf(admin: Admin, { account }: Options): Promise<string> {
  if (account !== undefined) {
    if (!isAccountId(account) || !(await admin.table.get(keys.account(account)))) throw unknownAccount(account);
    return account;
  }
  if (admin.ownAccount !== null) return admin.ownAccount;
  const { items } = await admin.table.query({ pk: keys.accountPointer("").pk, limit: 2 });
  const [only, another] = items;
  if (!only) throw new AdminError("There is no account yet. Create one: account create --name NAME");
  if (another)
    throw new AdminError("There are several accounts. Choose one with --account ID (account list shows them).");
  return only.sk;
}

/** Returns the ids of all accounts, oldest first. */
export async function accountIds({ table }: Admin): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = { pk: keys.accountPointer("").pk, limit: PAGE, ...(after !== undefined && { after }) };
    const { items, more } = await table.query(page);
    ids.push(...items.map(({ sk }) => sk));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return ids;
  }
}

const PAGE = 500;

/** Whether a string is an account id. */
export const isAccountId = (text: string) => idPattern(ID_PREFIXES.account).test(text);

/** Creates the error for an account that doesn't exist. */
export const unknownAccount = (id: string) =>
  new AdminError(`There is no account ${id}. Use the id that account create printed, or find it with account list.`);

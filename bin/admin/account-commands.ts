import { LIMITS } from "../../core/contracts/limits.ts";
import { PLAN_NAMES } from "../../core/contracts/plans.ts";
import { planEnd } from "../../core/domain/accounts/plan-rules.ts";
import { isRetention } from "../../core/domain/accounts/retention.ts";
import { type AccountChange, changeAccount } from "../../core/operations/accounts/change-account.ts";
import { createAccount } from "../../core/operations/accounts/create-account.ts";
import { readAccountUsage } from "../../core/operations/accounts/read-account-usage.ts";
import { resumeAccount, suspendAccount } from "../../core/operations/accounts/suspend-account.ts";
import {
  type DeletionRefusal,
  requestDeletion,
  undoDeletion,
} from "../../core/operations/deleting/request-deletion.ts";
import { accountRecords } from "../../core/records/accounts/account.ts";
import { activityWrite } from "../../core/records/accounts/activity.ts";
import { retentionChore } from "../../core/records/chore.ts";
import { keys } from "../../core/store/keys.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import {
  type AdminCommand,
  accountIds,
  accountOf,
  email,
  isAccountId,
  needed,
  type Options,
  oneOf,
  unknownAccount,
} from "./options.ts";

const PLAN_CHOICE = PLAN_NAMES.join("|");
const RETENTION = `${LIMITS.retentionDaysMin}…${LIMITS.retentionDays}`;

/** Operator commands for accounts and their plans. */
export const ACCOUNT_COMMANDS = {
  "account create": {
    about: "Creates an account. A trial lasts seven days from now.",
    usage: `--name NAME [--plan ${PLAN_CHOICE}] [--email ADDRESS]`,
    takes: ["name", "plan", "email"],
    async run(admin, { name, plan = "scale", email: address }) {
      const request = {
        name: needed("--name", name),
        plan: oneOf("--plan", PLAN_NAMES, plan),
        contact_email: address === undefined ? null : email(address),
        by: "operator" as const,
      };
      return createAccount(admin, request, admin.clock.now());
    },
  },
  "account list": {
    about: "Lists every account, oldest first.",
    usage: "",
    takes: [],
    run: listAccounts,
  },
  "account show": {
    about: "Shows an account, its instances, and how much of its plan it has used.",
    usage: "[--account ID]",
    takes: ["account"],
    async run(admin, options) {
      const { table, clock, instancesPerAccount } = admin;
      return readAccountUsage(table, await accountOf(admin, options), clock.now(), instancesPerAccount ?? undefined);
    },
  },
  "account update": {
    about:
      "Changes an account's name, the address for notices (--email none: no notices are mailed), or how many days messages, events and files are stored. Older ones are deleted within a day.",
    usage: `--account ID [--name NAME] [--email ADDRESS|none] [--retention-days ${RETENTION}]`,
    takes: ["account", "name", "email", "retention-days"],
    async run(admin, options) {
      const { name, email: address, "retention-days": days } = options;
      if (name === undefined && address === undefined && days === undefined) {
        throw new AdminError("Set at least one of --name, --email and --retention-days.");
      }
      const change: AccountChange = {
        ...(name !== undefined && { name: needed("--name", name) }),
        ...(address !== undefined && { contact_email: email(address) }),
        ...(days !== undefined && { retention_days: retention(days) }),
      };
      return changed(admin, options, "account.changed", change);
    },
  },
  "account suspend": {
    about:
      "Refuses the account's keys immediately and takes its instances offline. They stay linked, and waiting messages are kept.",
    usage: "--account ID",
    takes: ["account"],
    async run(admin, options) {
      const id = named(options);
      if (!(await suspendAccount(admin, id, "operator"))) throw unknownAccount(id);
      return { id, status: "suspended" };
    },
  },
  "account resume": {
    about: "Ends a suspension. Keys work again, and instances reconnect within two minutes.",
    usage: "--account ID",
    takes: ["account"],
    async run(admin, options) {
      const id = named(options);
      if ((await accountRecords.read(admin.table, id))?.moving !== undefined) {
        throw new AdminError(`The account ${id} is moving or has moved to another gateway, and runs there.`);
      }
      if ((await accountRecords.read(admin.table, id))?.delete_at !== undefined) {
        throw new AdminError(
          `The account ${id} is scheduled for deletion. Undo this first: account undelete --account ${id}`,
        );
      }
      if (!(await resumeAccount(admin, id, "operator"))) throw unknownAccount(id);
      return { id, status: "active" };
    },
  },
  "account delete": {
    about: `Stops the account immediately, and deletes all its data after ${LIMITS.accountDeletionDays} days. Until then, account undelete restores it.`,
    usage: "--account ID",
    takes: ["account"],
    async run(admin, options) {
      const id = named(options);
      const asked = await requestDeletion(admin, id, "operator");
      if (typeof asked === "string") throw refusalOf(asked, id);
      return { id, ...asked };
    },
  },
  "account undelete": {
    about: "Undoes account delete, as long as the deletion has not begun. Keys, numbers and webhooks work as before.",
    usage: "--account ID",
    takes: ["account"],
    async run(admin, options) {
      const id = named(options);
      const undone = await undoDeletion(admin, id, "operator");
      if (typeof undone === "string") throw refusalOf(undone, id);
      return { id, ...undone };
    },
  },
  "plan set": {
    about: "Changes an account's plan immediately. A trial starts over and lasts seven days from now.",
    usage: `--account ID --plan ${PLAN_CHOICE}`,
    takes: ["account", "plan"],
    async run(admin, options) {
      const plan = oneOf("--plan", PLAN_NAMES, options.plan);
      const { id } = await changed(admin, options, "plan.changed", {
        plan,
        trial_ends_at: planEnd(plan, admin.clock.now()),
      });
      return { id, plan };
    },
  },
} as const satisfies Record<string, AdminCommand>;

async function listAccounts(admin: Admin) {
  const ids = await accountIds(admin);
  const found = await admin.table.getMany(ids.map((id) => keys.account(id)));
  const byId = new Map(found.map(({ pk: _pk, sk: _sk, ...record }) => [record.id, record]));
  return ids.map((id) => byId.get(id)).filter((one) => one !== undefined);
}

async function changed(
  admin: Admin,
  options: Options,
  action: "account.changed" | "plan.changed",
  change: AccountChange,
) {
  const id = named(options);
  const line = { account_id: id, owner: "account", action, actor: "operator" as const, changed: Object.keys(change) };
  const now = admin.clock.now();
  const { retention_days } = change;
  const chore = retention_days === undefined ? [] : [retentionChore(id, { retention_days }, now)];
  const also = [activityWrite(admin.ids, line, now), ...chore];
  if (!(await changeAccount(admin.table, id, change, also))) throw unknownAccount(id);
  return { id, ...change };
}

const REFUSALS: Record<Exclude<DeletionRefusal, "unknown">, string> = {
  moving: "is moving or has moved to another gateway: delete it there",
  not_asked: "is not scheduled for deletion",
  begun: "is being deleted, which can no longer be undone",
};

const refusalOf = (refusal: DeletionRefusal, id: string) =>
  refusal === "unknown" ? unknownAccount(id) : new AdminError(`The account ${id} ${REFUSALS[refusal]}.`);

/** Parses the number of days to retain an account's data. @throws AdminError if the number isn't allowed. */
function retention(text: string): number {
  if (!isRetention(Number(text))) throw new AdminError(`--retention-days must be a whole number: ${RETENTION}.`);
  return Number(text);
}

/**
 * Returns the account id passed as `--account`. A command that changes an account never guesses which account to
 * change.
 */
function named({ account }: Options): string {
  const id = needed("--account", account);
  if (!isAccountId(id)) throw unknownAccount(id);
  return id;
}

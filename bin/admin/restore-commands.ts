import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { forgetSecrets } from "./forget-secrets.ts";
import { type AdminCommand, accountIds, needed, type Options } from "./options.ts";
import { prepareTable } from "./prepare-table.ts";

/** Operator commands for restored tables. See the section Restore in docs/deployment.md. */
export const RESTORE_COMMANDS = {
  "table prepare": {
    about:
      "Makes a restored table usable: checks its keys and indexes, and gives it what a restore leaves out (stream, expiry,\n" +
      "point-in-time recovery, deletion protection, and the tags of the table that TABLE_NAME names; when that one is gone,\n" +
      "those of --stage). Changes no item. May be run again at any time. Prints the lines for the stage's row in lib/config.ts.",
    usage: "--table NAME [--stage STAGE]",
    takes: ["table", "stage"],
    isOfARestore: true,
    run: prepare,
  },
  "secrets forget": {
    about:
      "On a table that was restored in another account or region: deletes what was sealed under the key that was lost there,\n" +
      "so that new keys, links and secrets can be made. What the deployment's own key opens stays. May be run again at any time.\n" +
      "Afterwards every API key is void, numbers are linked anew, and webhooks are deleted and set anew. docs/runbook.md.",
    usage: "",
    takes: [],
    isOfARestore: true,
    run: async (admin) => forgetSecrets(admin, await accountIds(admin)),
  },
} as const satisfies Record<string, AdminCommand>;

async function prepare(admin: Admin, options: Options) {
  const name = needed("--table", options.table);
  return prepareTable(admin, name, await wantedTags(admin, name, options.stage));
}

/**
 * Returns the tags of the table in use. If that table was deleted, returns the stage's tags, which the stacks apply to
 * every resource.
 */
async function wantedTags({ tables, tableName }: Admin, name: string, stage: string | undefined) {
  if (stage !== undefined) return { application: "messaging-gateway", stage };
  const original = name === tableName ? null : await tables.describe(tableName);
  if (original?.TableArn) return tables.tags(original.TableArn);
  throw new AdminError(
    `The tags can't be copied, because ${name === tableName ? "TABLE_NAME names this same table" : `the table ${tableName} is gone`}. Say which stage it is for: --stage STAGE.`,
  );
}

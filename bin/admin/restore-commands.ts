import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { forgetSecrets } from "./forget-secrets.ts";
import { type AdminCommand, accountIds, needed, type Options } from "./options.ts";
import { prepareTable } from "./prepare-table.ts";

/** Operator commands for restored tables. See the section Restore in docs/deployment.md. */
export const RESTORE_COMMANDS = {
  "table prepare": {
    about:
      "Makes a restored table usable. Checks its keys and indexes, and adds what a restore leaves out (stream, expiry,\n" +
      "point-in-time recovery, deletion protection, and the tags of the table that TABLE_NAME names, or of --stage if that\n" +
      "table no longer exists). Changes no items. Can be run again at any time. Prints the lines for the stage's row in lib/config.ts.",
    usage: "--table NAME [--stage STAGE]",
    takes: ["table", "stage"],
    isOfARestore: true,
    run: prepare,
  },
  "secrets forget": {
    about:
      "For a table that was restored in another account or region. Deletes everything sealed with the lost key, so that new\n" +
      "keys, links and secrets can be created. Everything that the deployment's own key can decrypt is kept. Can be run again at any\n" +
      "time. Afterwards, all API keys are void, numbers must be linked again, and webhooks must be set again. See docs/runbook.md.",
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
 * Returns the tags to set on a restored table. If `stage` is given, these are the stage's tags, which the stacks apply
 * to every resource. Otherwise, they are the tags of the table in use.
 */
async function wantedTags({ tables, tableName }: Admin, name: string, stage: string | undefined) {
  if (stage !== undefined) return { application: "messaging-gateway", stage };
  const original = name === tableName ? null : await tables.describe(tableName);
  if (original?.TableArn) return tables.tags(original.TableArn);
  throw new AdminError(
    `The tags can't be copied, because ${name === tableName ? "TABLE_NAME names this same table" : `the table ${tableName} is gone`}. Name the stage that the table is for: --stage STAGE.`,
  );
}

import { parseArgs } from "node:util";
import { AdminError, commands, USAGE } from "./admin/commands.ts";
import { connect } from "./admin/connect.ts";

/**
 * The operator's commands: `npm run admin -- <command>`. Prints one JSON value, or one sentence on standard error and
 * exits with 1.
 */
async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: "string" },
      plan: { type: "string" },
      account: { type: "string" },
      kind: { type: "string" },
      instance: { type: "string" },
      key: { type: "string" },
      ip: { type: "string", multiple: true },
      help: { type: "boolean", short: "h" },
    },
  });
  const name = positionals.join(" ");
  if (values.help || name === "" || name === "help") return void console.log(USAGE);
  const command = commands[name];
  if (!command) throw new AdminError(`There is no command "${name}".\n\n${USAGE}`);
  const admin = await connect(process.env);
  try {
    console.log(JSON.stringify(await command(admin, values), null, 2));
  } finally {
    admin.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

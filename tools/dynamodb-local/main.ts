import { spawn } from "node:child_process";
import { once } from "node:events";
import { needJava, startDynamoDbLocal } from "./start.ts";

/** The tests to run on Amazon's DynamoDB Local instead of the embedded table, unless other tests are named. */
const SPECS = [
  "test/dynamodb-local",
  "test/store/table.spec.ts",
  "test/functions/on-dynamodb.spec.ts",
  "test/session/session/embedded-table.spec.ts",
  "test/system/first-message.spec.ts",
  "test/system/messages-out.spec.ts",
  "test/system/messages-in.spec.ts",
  "test/system/number.spec.ts",
  "test/system/webhooks.spec.ts",
  "test/system/chats.spec.ts",
  "test/system/contacts.spec.ts",
  "test/system/groups.spec.ts",
  "test/system/channels.spec.ts",
];

/** Runs `npm run dynamodb -w tools [-- files]`. @returns the exit code. */
async function main(named: string[]): Promise<number> {
  try {
    needJava();
  } catch (error) {
    console.error((error as Error).message); // it throws errors only
    return 1;
  }
  const local = await startDynamoDbLocal();
  try {
    const args = ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", ...(named.length > 0 ? named : SPECS)];
    const env = { ...process.env, DYNAMODB_URL: local.url };
    const [code] = await once(spawn(process.execPath, args, { stdio: "inherit", env }), "exit");
    return Number(code ?? 1);
  } finally {
    await local.stop();
  }
}

process.exit(await main(process.argv.slice(2)));

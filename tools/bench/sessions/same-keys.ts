import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type SignalDataSet, useMultiFileAuthState } from "@whiskeysockets/baileys";
import { dynamoTable } from "../../../core/aws/dynamo-table.ts";
import { kmsVault } from "../../../core/aws/kms-vault.ts";
import { randomIds } from "../../../core/aws/random-ids.ts";
import { createLog } from "../../../core/log.ts";
import { decodeKey } from "../../../session-service/baileys/keys/key-codec.ts";
import { keyRows } from "../../../session-service/baileys/keys/key-rows.ts";
import type { Gateway } from "../../../test/support/gateway.ts";
import { runningClock } from "../../../test/support/test-clock.ts";

const ALL = { rows: 1_000_000, chars: Number.POSITIVE_INFINITY };

/** The categories of keys that an idle socket loads. */
const CATEGORIES = ["pre-key", "session", "identity-key", "app-state-sync-key", "lid-mapping", "device-list"] as const;

/** Copies the instances' credentials and keys into folders in the library's format. @returns the folders. */
export async function sameKeys({ awsEnv }: Gateway, instances: string[], into: string): Promise<string[]> {
  Object.assign(process.env, awsEnv);
  const table = dynamoTable(String(awsEnv.TABLE_NAME));
  const clock = runningClock();
  const vault = kmsVault({ log: createLog("test", "silent"), table, clock, kmsKeyId: String(awsEnv.KMS_KEY_ID) });
  const folders: string[] = [];
  for (const instance of instances) {
    const folder = join(into, instance);
    folders.push(folder);
    mkdirSync(folder, { recursive: true });
    // The fence doesn't matter, because nothing is written.
    const rows = keyRows({ table, vault, ids: randomIds() }, { instance_id: instance, account_id: "", fence: 0 });
    const { state, saveCreds } = await useMultiFileAuthState(folder);
    const creds = [...(await rows.readPage("creds", ALL)).texts.values()][0];
    if (typeof creds !== "string") throw new Error(`Instance ${instance} has no credentials.`);
    Object.assign(state.creds, decodeKey("creds", creds));
    await saveCreds();
    for (const category of CATEGORIES) {
      const texts = [...(await rows.readPage(category, ALL)).texts];
      const values = Object.fromEntries(texts.map(([id, text]) => [id, decodeKey(category, String(text))]));
      await state.keys.set({ [category]: values } as SignalDataSet); // as the library wrote them
    }
  }
  table.close();
  return folders;
}

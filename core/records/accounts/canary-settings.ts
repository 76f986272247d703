import * as z from "zod";
import { CANARY_OWNER, CANARY_SENDS_A_DAY_MAX } from "../../contracts/canary.ts";
import type { Vault } from "../../ports.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** The canary's settings. They are written by an operator command and sealed as a whole. */
const CanarySettings = z.object({
  /** The API key that the canary uses. */
  key: z.string(),
  /** The instance that sends, the phone it sends to, and how many times a day it does so. Null if nothing is sent. */
  sending: z
    .object({
      instance_id: z.string(),
      to: z.string(),
      a_day: z.int().min(1).max(CANARY_SENDS_A_DAY_MAX),
    })
    .nullable(),
});
export type CanarySettings = z.infer<typeof CanarySettings>;

const OWNER = { account_id: CANARY_OWNER };
const PLACE = "canary|settings";

/** The dependencies for reading and writing the settings. */
interface Deps {
  table: Table;
  vault: Vault;
}

/** Reads and decrypts the canary's settings. Returns null if the operator hasn't set any. */
export async function readCanarySettings({ table, vault }: Deps): Promise<CanarySettings | null> {
  const stored = await table.get(keys.canary());
  if (!stored) return null;
  const clear = await vault.open(OWNER, PLACE, stored.sealed as Uint8Array); // only written below
  return CanarySettings.parse(JSON.parse(clear.toString()));
}

/** Seals and stores the canary's settings, replacing any earlier ones. */
export async function writeCanarySettings({ table, vault }: Deps, settings: CanarySettings): Promise<void> {
  const sealed = await vault.seal(OWNER, PLACE, Buffer.from(JSON.stringify(settings)));
  await table.write({ put: { ...keys.canary(), sealed } });
}

/** Removes the canary's settings. From its next run on, the canary makes only requests that don't need a key. */
export async function removeCanarySettings({ table }: Pick<Deps, "table">): Promise<void> {
  await table.write({ delete: keys.canary() });
}

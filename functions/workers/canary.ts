import { CANARY_EVERY_SEC } from "../../core/contracts/canary.ts";
import { parseEnv, TargetEnv } from "../../core/env.ts";
import { askApi } from "../canary/ask-api.ts";
import { runCanary } from "../canary/run-canary.ts";
import { ownDeps } from "../own-deps.ts";
import { tablePart } from "../parts/table-part.ts";
import { vaultPart } from "../parts/vault-part.ts";

/** The parts that the canary uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, vaultPart];

const own = ownDeps(parts);

/** Called by a schedule every five minutes with an empty event. An exception counts as a function error. */
export async function handler(): Promise<void> {
  const { API_URL } = parseEnv(TargetEnv, process.env);
  await runCanary({ ...own(), ask: askApi(API_URL) }, CANARY_EVERY_SEC * 1000);
}

import { MINUTE_MS } from "../../contracts/durations.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Ids } from "../../ports.ts";
import type { Pepper } from "../../records/accounts/pepper.ts";
import { type SignInRecord, signInRecords } from "../../records/users/sign-in.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";

interface SignInDeps {
  table: Table;
  ids: Ids;
  pepper: Pepper;
}

const TOKEN_BYTES = 32;
const LASTS_MS = PANEL_LIMITS.signInMinutes * MINUTE_MS;

/** Starts a sign-in. @returns the value of the sign-in cookie, which is needed to complete the sign-in. */
export async function startSignIn(
  deps: SignInDeps,
  about: Pick<SignInRecord, "state" | "nonce" | "verifier" | "to">,
  now: Date,
): Promise<string> {
  const token = deps.ids.random(TOKEN_BYTES).toString("base64url");
  const ttl = Math.floor((now.getTime() + LASTS_MS) / 1000);
  const record: SignInRecord = { ...about, started_at: wireTime(now), ttl };
  await deps.table.write({ put: { ...keys.signIn(await hmacOf(deps.pepper, token)), ...record } });
  return token;
}

/**
 * Redeems a sign-in when the user returns from the provider. Works only once. @returns null if there is no such
 * sign-in, it was already used, or it has expired.
 */
export async function takeSignIn(deps: SignInDeps, token: string, now: Date): Promise<SignInRecord | null> {
  const hmac = await hmacOf(deps.pepper, token);
  const record = await signInRecords.read(deps.table, hmac);
  if (!record || now.getTime() - Date.parse(record.started_at) >= LASTS_MS) return null;
  try {
    await deps.table.write({ delete: keys.signIn(hmac), if: [{ item: "exists" }] });
    return record;
  } catch (error) {
    if (error instanceof ConditionFailed) return null;
    throw error;
  }
}

const hmacOf = async (pepper: Pepper, token: string) => (await pepper.hmac("sign_in", token)).toString("hex");

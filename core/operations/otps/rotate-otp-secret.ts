import { HOUR_MS, MINUTE_MS } from "../../contracts/durations.ts";
import type { Clock, Ids, Vault } from "../../ports.ts";
import {
  OTP_SECRET_SEAL,
  type OtpSecretRecord,
  otpSecretRecords,
  storedOtpCodes,
} from "../../records/otps/otp-codes.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/**
 * How long after a rotation the new version takes effect. Versions are cached for five minutes, so every process has
 * loaded the new version by then. docs/decisions/0088.
 */
const BEGINS_IN_MS = 10 * MINUTE_MS;
/** How long the previous version is retained. An OTP stays open for at most an hour. docs/decisions/0088. */
const FORMER_KEPT_MS = 2 * HOUR_MS;

/**
 * Adds a new version of the OTP secret. New OTPs start using it after ten minutes; existing OTPs keep their codes.
 * @returns the version, and when it takes effect. @throws TransactionRefused if another rotation was faster.
 */
export async function rotateOtpSecret(deps: {
  table: Table;
  vault: Vault;
  clock: Clock;
  ids: Ids;
}): Promise<{ version: number; begins_at: string; former_kept_until: string | null }> {
  const { table, vault, clock, ids } = deps;
  const former = await otpSecretRecords.read(table);
  if (!former) {
    const version = await storedOtpCodes(deps).newest();
    return { version, begins_at: clock.now().toISOString(), former_kept_until: null };
  }
  const begins = new Date(clock.now().getTime() + BEGINS_IN_MS);
  const until = new Date(begins.getTime() + FORMER_KEPT_MS);
  const k = former.k + 1;
  const sealed = await vault.seal(
    OTP_SECRET_SEAL.owner,
    OTP_SECRET_SEAL.placeOf(k),
    ids.random(OTP_SECRET_SEAL.sizeBytes),
  );
  const next: OtpSecretRecord = { k, sealed, from: begins.toISOString() };
  const kept = { until: until.toISOString(), ttl: Math.ceil(until.getTime() / 1000) };
  await table.transact([
    { put: { ...former, ...keys.otpSecret(former.k), ...kept }, if: [{ item: "absent" }] },
    { put: { ...keys.otpSecret(), ...next }, if: [{ field: "k", op: "=", value: former.k }] },
  ]);
  return { version: k, begins_at: next.from, former_kept_until: kept.until };
}

import { createHmac } from "node:crypto";
import { MINUTE_MS } from "../../contracts/durations.ts";
import { OTP_SECRET_OWNER } from "../../contracts/otps/otp-states.ts";
import { deriveCode } from "../../domain/otps/derive-code.ts";
import type { Clock, Ids, Vault } from "../../ports.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";
import type { OtpRecord } from "./otp.ts";

/** Provides OTP codes. They are derived from the deployment's secret whenever they are needed. */
export interface OtpCodes {
  /** Returns the version of the secret to use for OTPs created now. */
  newest(): Promise<number>;
  /** Returns all versions that are still stored, newest first. */
  versions(): Promise<number[]>;
  /** Returns the code in plain text. Only show it to its recipient. @throws SecretGone */
  codeOf(otp: OtpRecord): Promise<string>;
  /** Computes the HMAC-SHA-256 of a text with version `k` of the secret. @throws SecretGone */
  hmac(k: number, text: string): Promise<Buffer>;
}

/** Thrown if a version of the secret is no longer stored, so codes created with it can no longer be computed. */
export class SecretGone extends Error {
  constructor(k: number) {
    super(`Version ${k} of the OTP secret no longer exists.`);
    this.name = "SecretGone";
  }
}

/** A sealed version of the secret. */
export interface OtpSecretRecord {
  k: number;
  sealed: Uint8Array;
  /** When this version starts to be used for new OTPs (ISO, UTC). By then, every process has loaded it. */
  from: string;
  /** When a former version expires (ISO, UTC). */
  until?: string;
  /** When a former version's record is deleted, in epoch seconds. */
  ttl?: number;
}

/** The stored versions of the secret. */
export const otpSecretRecords = recordsAt<OtpSecretRecord, Parameters<typeof keys.otpSecret>>(keys.otpSecret);

/**
 * The owner and place that the secret is sealed for. Its bytes can't be opened in any other place or as any other
 * version.
 */
export const OTP_SECRET_SEAL = {
  owner: { account_id: OTP_SECRET_OWNER },
  placeOf: (k: number) => `otp_codes|${k}`,
  sizeBytes: 32,
};

/** How long versions are cached. A version missing from the cache is read immediately. */
export const SECRET_REMEMBERED_MS = 5 * MINUTE_MS;
/** More versions than are ever created while former ones are still stored. */
const KEPT_MAX = 50;

interface Version {
  k: number;
  secret: Buffer;
  from: number;
}

/** The stored versions, newest first, and when the cached copy expires. */
interface Loaded {
  versions: Version[];
  until: number;
}

/**
 * Derives codes from the secret in the table, which is sealed by the vault. Its versions are cached for five minutes.
 * @param options.mayMake if omitted, the first use creates the secret. If false, the secret is only opened, and there
 * are no codes until it has been created.
 */
export function storedOtpCodes(
  deps: { table: Table; vault: Vault; clock: Clock; ids: Ids },
  { mayMake = true }: { mayMake?: boolean } = {},
): OtpCodes {
  let cached: Loaded | null = null;

  async function load(): Promise<Version[]> {
    const now = deps.clock.now();
    let stored = await readVersions(deps.table, now);
    if (stored.length === 0 && mayMake) {
      await makeFirst(deps, now);
      stored = await readVersions(deps.table, now);
    }
    const versions = await Promise.all(
      stored.map(async ({ k, sealed, from }) => {
        const secret = await deps.vault.open(OTP_SECRET_SEAL.owner, OTP_SECRET_SEAL.placeOf(k), sealed);
        return { k, secret, from: Date.parse(from) };
      }),
    );
    // Don't cache a missing secret, because the first code may be created at any time.
    cached = versions.length > 0 ? { versions, until: now.getTime() + SECRET_REMEMBERED_MS } : null;
    return versions;
  }

  async function all(): Promise<Version[]> {
    const isKnown = cached !== null && cached.until > deps.clock.now().getTime();
    return isKnown && cached ? cached.versions : load();
  }

  async function secretOf(k: number): Promise<Buffer> {
    const ofK = (versions: Version[]) => versions.find((version) => version.k === k)?.secret;
    const secret = ofK(await all()) ?? ofK(await load());
    if (!secret) throw new SecretGone(k);
    return secret;
  }

  const hmac = (secret: Buffer, text: string) => createHmac("sha256", secret).update(text).digest();
  return {
    async newest() {
      const now = deps.clock.now().getTime();
      const versions = await all();
      const inUse = versions.find(({ from }) => from <= now) ?? versions.at(-1);
      if (!inUse) throw new Error("There is no OTP secret, and this process is not allowed to create one.");
      return inUse.k;
    },
    versions: async () => (await all()).map(({ k }) => k),
    async codeOf(otp) {
      const secret = await secretOf(otp.k);
      return deriveCode((text) => hmac(secret, text), otp);
    },
    hmac: async (k, text) => hmac(await secretOf(k), text),
  };
}

/** Reads the versions of the secret that are still stored at `now`, newest first. */
async function readVersions(table: Table, now: Date): Promise<OtpSecretRecord[]> {
  const { pk, sk } = keys.otpSecret();
  const { items } = await table.query({ pk, prefix: sk, limit: KEPT_MAX });
  const kept = items.map(otpSecretRecords.of).filter(({ until }) => until === undefined || until > now.toISOString());
  return kept.sort((a, b) => b.k - a.k);
}

async function makeFirst({ table, vault, ids }: Parameters<typeof storedOtpCodes>[0], now: Date): Promise<void> {
  const { owner, placeOf, sizeBytes } = OTP_SECRET_SEAL;
  const sealed = await vault.seal(owner, placeOf(1), ids.random(sizeBytes));
  const record: OtpSecretRecord = { k: 1, sealed, from: now.toISOString() };
  try {
    await table.write({ put: { ...keys.otpSecret(), ...record }, if: [{ item: "absent" }] });
  } catch (error) {
    // Another process created the secret first, so use that secret.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

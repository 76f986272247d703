import { randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;
const LENGTH = 32;

/** Hashes a password for storage. The result is a salt and the scrypt hash. */
export async function hashed(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString("hex")}:${(await derive(password, salt, LENGTH)).toString("hex")}`;
}

/**
 * Whether a password is correct. @param kept the stored hash, or null for an unknown user. In that case, the check
 * takes just as long, so its duration reveals nothing.
 */
export async function isPassword(given: string, kept: string | null): Promise<boolean> {
  const [salt = "", hash = ""] = (kept ?? `${"0".repeat(32)}:${"0".repeat(64)}`).split(":");
  const derived = await derive(given, Buffer.from(salt, "hex"), LENGTH);
  return timingSafeEqual(derived, Buffer.from(hash, "hex")) && kept !== null;
}

/** Returns a new six-digit code. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

import { createHmac, timingSafeEqual } from "node:crypto";

/** The maximum difference between a post's timestamp and the current time, in seconds. Spec: Events › Signature. */
export const TOLERANCE_SEC = 300;

/** The headers of a post, as received. */
export type PostHeaders = Record<string, string | string[] | undefined>;

/**
 * Whether a post is from the gateway: one of its `v1,` signatures is the HMAC-SHA256 of `id.timestamp.body` with one of
 * the secrets, and its timestamp is close to now. The comparison takes constant time and uses the body's original
 * bytes. Spec: Events › Signature.
 */
export function isGenuine(rawBody: Buffer, headers: PostHeaders, secrets: readonly string[], now: Date): boolean {
  const id = single(headers["webhook-id"]);
  const timestamp = single(headers["webhook-timestamp"]);
  const given = single(headers["webhook-signature"])
    .split(" ")
    .filter((value) => value.startsWith("v1,"))
    .map((value) => Buffer.from(value.slice("v1,".length), "base64"));
  if (id === "" || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SEC) return false;
  const wanted = secrets.map(keyOf).map((key) => {
    const hmac = createHmac("sha256", key).update(`${id}.${timestamp}.`);
    return hmac.update(rawBody).digest();
  });
  return wanted.some((own) => given.some((other) => other.length === own.length && timingSafeEqual(other, own)));
}

const keyOf = (secret: string) => Buffer.from(secret.trim().replace(/^whsec_/, ""), "base64");
const single = (value: string | string[] | undefined) => (typeof value === "string" ? value : "");

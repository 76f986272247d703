import { createHmac, createSecretKey } from "node:crypto";

const PREFIX = "whsec_";

/** The number of random bytes in a signing secret. */
export const SECRET_BYTES = 32;

/**
 * Creates a signing secret: `whsec_` followed by 32 random bytes in standard base64 with padding. Spec: Events ›
 * Signature.
 */
export function newSecret(random: Uint8Array): string {
  if (random.length !== SECRET_BYTES) throw new RangeError(`A signing secret is made of ${SECRET_BYTES} random bytes.`);
  return PREFIX + Buffer.from(random).toString("base64");
}

/** The three signature headers of an attempt. Spec: Events › Signature. */
export type SignatureHeaders = Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;

/**
 * Signs an attempt using the Standard Webhooks scheme: HMAC-SHA256 over `{id}.{timestamp}.{body}`.
 * @param try_.body the exact text to post.
 * @param try_.secrets the secrets valid at `at`, newest first. Each adds a signature, in this order.
 */
export function signatureHeaders(try_: { id: string; at: Date; body: string; secrets: string[] }): SignatureHeaders {
  const timestamp = String(Math.floor(try_.at.getTime() / 1000));
  const text = `${try_.id}.${timestamp}.${try_.body}`;
  const signatures = try_.secrets.map((secret) => {
    // Use a key object: if the key is passed as bytes, wrapping it takes the runtime longer than computing the hash.
    const key = createSecretKey(Buffer.from(secret.slice(PREFIX.length), "base64"));
    return `v1,${createHmac("sha256", key).update(text, "utf8").digest("base64")}`;
  });
  return { "webhook-id": try_.id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

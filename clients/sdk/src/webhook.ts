import type { Webhooks } from "./types.ts";

/**
 * An event received through a webhook or by polling. Its `type` determines the type of its `data`. Later API versions
 * may add more types.
 */
export type WebhookEvent = Webhooks["body"];

/** A post that isn't from your gateway, is too old, or can't be verified. Answer it with 401 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/** A request's headers, in any of the forms used by server frameworks. */
export type HeadersLike = Headers | Record<string, string | readonly string[] | undefined>;

const TOLERANCE_SEC = 300;
const PREFIX = "whsec_";

/**
 * Verifies that a post comes from your gateway and is at most five minutes old.
 * @param rawBody the exact bytes received. A body that was parsed and serialized again has a different signature.
 * @param secrets the webhook's signing secret, or both the old and the new secret during a rotation.
 * @param now the current time; tests can override it.
 * @returns the event. @throws WebhookVerificationError
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: HeadersLike,
  secrets: string | readonly string[],
  now = new Date(),
): Promise<WebhookEvent> {
  if (typeof rawBody !== "string" && !(rawBody instanceof Uint8Array) && !(rawBody instanceof ArrayBuffer)) {
    throw new WebhookVerificationError(
      "The body was already parsed. Pass the raw text or bytes exactly as they arrived.",
    );
  }
  const id = need(headers, "webhook-id");
  const timestamp = need(headers, "webhook-timestamp");
  const signatures = need(headers, "webhook-signature");
  const sent = Number(timestamp);
  if (!Number.isInteger(sent) || Math.abs(now.getTime() / 1_000 - sent) > TOLERANCE_SEC) {
    throw new WebhookVerificationError("The request is older than five minutes, or this machine's clock is wrong.");
  }
  const body = typeof rawBody === "string" ? new TextEncoder().encode(rawBody) : new Uint8Array(rawBody);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const given = signatures.split(" ").flatMap((one) => (one.startsWith("v1,") ? (bytesOf(one.slice(3)) ?? []) : []));
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    const key = await keyOf(secret);
    for (const signature of given) {
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return eventOf(body);
    }
  }
  throw new WebhookVerificationError(
    "No signature matches. Either the secret belongs to another webhook, or the body is not the raw body that arrived.",
  );
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent; // the gateway signed it
  } catch {
    throw new WebhookVerificationError("The signed body is not JSON.");
  }
}

function need(headers: HeadersLike, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : entry(headers, name);
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError(`The header ${name} is missing, so the request is not from the gateway.`);
}

function entry(headers: Exclude<HeadersLike, Headers>, wanted: string): string | undefined {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
  return typeof found === "string" ? found : found?.[0];
}

async function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : null;
  if (!bytes)
    throw new WebhookVerificationError(
      `A signing secret begins with ${PREFIX}. It was returned when the webhook's URL was first set.`,
    );
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** Decodes base64. @returns null if the text isn't valid base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

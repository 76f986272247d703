import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "../../../clients/sdk/src/index.ts";
import { newSecret, signatureHeaders } from "../../../core/domain/webhooks/signature.ts";

const secretOf = (byte: number) => newSecret(new Uint8Array(32).fill(byte));
const [SECRET, OTHER] = [secretOf(1), secretOf(2)];
const AT = new Date("2026-11-24T12:00:00Z");
const BODY = JSON.stringify({
  id: "evt_1",
  type: "message.received",
  created_at: AT.toISOString(),
  data: { text: "Olá ✓" },
});

/** Returns a post's headers, as a library that implements the webhook standard creates them. */
function signed(body = BODY, secret = SECRET, at = AT): Record<string, string> {
  const signature = new Webhook(secret).sign("evt_1", at, body);
  const seconds = String(Math.floor(at.getTime() / 1_000));
  return { "webhook-id": "evt_1", "webhook-timestamp": seconds, "webhook-signature": signature };
}

describe("verifyWebhook", () => {
  it("gives the event of a post that the standard's library signed, whatever form body and headers have", async () => {
    const bytes = new TextEncoder().encode(BODY);
    for (const body of [BODY, bytes, bytes.buffer as ArrayBuffer]) {
      expect(await verifyWebhook(body, signed(), SECRET, AT)).toEqual(JSON.parse(BODY));
    }
    const upper = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await verifyWebhook(BODY, upper, SECRET, AT)).toEqual(JSON.parse(BODY));
    expect(await verifyWebhook(BODY, new Headers(signed()), SECRET, AT)).toEqual(JSON.parse(BODY));
  });

  it("takes a post with two signatures, and one of either of two secrets", async () => {
    const both = signatureHeaders({ id: "evt_1", at: AT, body: BODY, secrets: [OTHER, SECRET] });
    expect(await verifyWebhook(BODY, both, SECRET, AT)).toEqual(JSON.parse(BODY));
    expect(await verifyWebhook(BODY, signed(), [OTHER, SECRET], AT)).toEqual(JSON.parse(BODY));
  });

  const refusals: [string, () => Promise<unknown>, RegExp][] = [
    ["another secret", () => verifyWebhook(BODY, signed(), OTHER, AT), /No signature matches/],
    ["another body", () => verifyWebhook(`${BODY} `, signed(), SECRET, AT), /No signature matches/],
    [
      "another id",
      () => verifyWebhook(BODY, { ...signed(), "webhook-id": "evt_2" }, SECRET, AT),
      /No signature matches/,
    ],
    [
      "no signature",
      () => verifyWebhook(BODY, { ...signed(), "webhook-signature": "" }, SECRET, AT),
      /webhook-signature is missing/,
    ],
    ["no headers", () => verifyWebhook(BODY, {}, SECRET, AT), /webhook-id is missing/],
    [
      "a signature that is no base64",
      () => verifyWebhook(BODY, { ...signed(), "webhook-signature": "v1,%%" }, SECRET, AT),
      /No signature matches/,
    ],
    [
      "a signature of another version",
      () =>
        verifyWebhook(
          BODY,
          { ...signed(), "webhook-signature": signed()["webhook-signature"]?.replace("v1,", "v2,") },
          SECRET,
          AT,
        ),
      /No signature matches/,
    ],
    [
      "a post that is too old",
      () => verifyWebhook(BODY, signed(BODY, SECRET, new Date(AT.getTime() - 301_000)), SECRET, AT),
      /older than five minutes/,
    ],
    [
      "a post of the future",
      () => verifyWebhook(BODY, signed(BODY, SECRET, new Date(AT.getTime() + 302_000)), SECRET, AT),
      /older than five minutes/,
    ],
    [
      "a time that is none",
      () => verifyWebhook(BODY, { ...signed(), "webhook-timestamp": "now" }, SECRET, AT),
      /older than five minutes/,
    ],
    ["a body that was parsed", () => verifyWebhook(JSON.parse(BODY) as string, signed(), SECRET, AT), /already parsed/],
    ["a secret that is none", () => verifyWebhook(BODY, signed(), "secret", AT), /begins with whsec_/],
    ["a signed body that is no JSON", () => verifyWebhook("text", signed("text"), SECRET, AT), /not JSON/],
  ];
  it.each(refusals)("refuses %s", async (_, verify, sentence) => {
    await expect(verify()).rejects.toThrow(WebhookVerificationError);
    await expect(verify()).rejects.toThrow(sentence);
  });
});

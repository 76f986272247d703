import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { newSecret, signatureHeaders } from "../../../core/domain/webhooks/signature.ts";
import { verifyWebhook } from "../../support/verify-webhook.ts";

const NEW = newSecret(Buffer.alloc(32, 1));
const OLD = newSecret(Buffer.alloc(32, 2));
const OTHER = newSecret(Buffer.alloc(32, 3));
const ID = "evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const BODY = '{"id":"evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H","data":{"body":"Olá 👋 \\u0000"}}';

const NOW = new Date("2026-11-20T09:30:00Z");

const sign = (secrets: string[], at = NOW) => signatureHeaders({ id: ID, at, body: BODY, secrets });

describe("a signing secret", () => {
  it("is whsec_ and the padded standard base64 of 32 bytes", () => {
    expect(newSecret(Buffer.alloc(32, 0xff))).toBe(`whsec_${"/".repeat(42)}8=`);
  });

  it("is not made of fewer bytes", () => {
    expect(() => newSecret(Buffer.alloc(16))).toThrow("32 random bytes");
  });
});

describe("the signature of a try", () => {
  it("is accepted by a Standard Webhooks receiver that holds the secret, over the exact body", () => {
    const verified = verifyWebhook(NEW, BODY, sign([NEW]), NOW);

    expect(verified).toEqual(JSON.parse(BODY));
  });

  it("is the documented HMAC of {id}.{timestamp}.{body}", () => {
    const at = new Date("2026-11-20T09:30:00.900Z");

    expect(sign([NEW], at)).toEqual({
      "webhook-id": ID,
      "webhook-timestamp": "1795167000",
      "webhook-signature": new Webhook(NEW).sign(ID, at, BODY),
    });
  });

  it("is that of the test vector which the scheme's own libraries are tested with", () => {
    const headers = signatureHeaders({
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
      secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    });

    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it("carries two values after a new secret is made, the new one first, and either is enough", () => {
    const headers = sign([NEW, OLD]);

    expect(headers["webhook-signature"].split(" ")).toEqual([
      sign([NEW])["webhook-signature"],
      sign([OLD])["webhook-signature"],
    ]);
    expect(() => verifyWebhook(NEW, BODY, headers, NOW)).not.toThrow();
    expect(() => verifyWebhook(OLD, BODY, headers, NOW)).not.toThrow();
    expect(() => verifyWebhook(OTHER, BODY, headers, NOW)).toThrow("No matching signature");
  });

  it("does not fit a body that differs by one byte, another event or another time", () => {
    const headers = sign([NEW]);
    const later = { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) };

    expect(() => verifyWebhook(NEW, `${BODY} `, headers, NOW)).toThrow("No matching signature");
    expect(() => verifyWebhook(NEW, BODY, { ...headers, "webhook-id": "evt_other" }, NOW)).toThrow("No matching");
    expect(() => verifyWebhook(NEW, BODY, later, NOW)).toThrow("No matching signature");
  });
});

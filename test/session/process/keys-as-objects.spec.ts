import crypto, { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keysAsObjects } from "../../../session-service/process/keys-as-objects.ts";

const KEY = Buffer.alloc(32, 7);
const NONCE = Buffer.alloc(12, 1);

/** Runs a text through each function that accepts a key, using this key and nonce. */
function outcomes(
  key: Buffer | Uint8Array | string | KeyObject,
  functions = { createHmac, createCipheriv, createDecipheriv },
) {
  const hmac = functions.createHmac("sha256", key).update("text").digest("hex");
  const cipher = functions.createCipheriv("aes-256-gcm", key, NONCE, { authTagLength: 12 });
  const sealed = cipher.update("text", "utf8", "hex") + cipher.final("hex");
  const decipher = functions.createDecipheriv("aes-256-gcm", key, NONCE, { authTagLength: 12 });
  decipher.setAuthTag(cipher.getAuthTag());
  return { hmac, sealed, opened: decipher.update(sealed, "hex", "utf8") + decipher.final("utf8") };
}

describe("secret keys as key objects", () => {
  const original = { createHmac: crypto.createHmac };
  const expected = outcomes(KEY);
  const refused = () => createCipheriv("aes-256-gcm", Buffer.alloc(5), NONCE);
  let undo: () => void;
  beforeAll(() => {
    undo = keysAsObjects();
  });
  afterAll(() => undo());

  it("reach those who import the functions by name, and those who require the module", () => {
    expect(createHmac).not.toBe(original.createHmac);
    const required = createRequire(import.meta.url)("node:crypto") as typeof crypto; // the same module
    expect(required.createHmac).toBe(createHmac);
  });

  it("give the same hashes and ciphers, whatever form the key has", () => {
    const text = "a key of exactly thirty-two chars";
    expect(outcomes(KEY)).toEqual(expected);
    expect(outcomes(new Uint8Array(KEY))).toEqual(expected);
    expect(outcomes(createSecretKey(KEY))).toEqual(expected);
    expect(createHmac("sha256", text).update("text").digest("hex")).toBe(
      createHmac("sha256", Buffer.from(text)).update("text").digest("hex"),
    );
    expect(expected.opened).toBe("text");
  });

  it("leave an empty key and a key of a wrong length to Node's own answer", () => {
    const empty = createHmac("sha256", Buffer.alloc(0)).update("text").digest("hex");
    expect(empty).toBe(createHmac("sha256", "").update("text").digest("hex"));
    expect(refused).toThrow(expect.objectContaining({ code: "ERR_CRYPTO_INVALID_KEYLEN" }));
  });

  it("are undone whole", () => {
    undo();
    expect(createHmac).toBe(original.createHmac);
    undo = keysAsObjects();
  });
});

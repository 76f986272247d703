import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import type { Vault } from "../../core/ports.ts";
import type { CodeOwner, IdentityStore, MailedCode } from "./identity-store.ts";

/**
 * Computes the stored form of a code sent by email. It uses the provider's secret, because a plain hash would reveal
 * the code after a million guesses.
 */
export type CodeMac = (of: CodeOwner, purpose: MailedCode["purpose"], code: string) => string;

/** Signs a browser's id for an email address whose owner has signed in there. */
export type BrowserMac = (id: string, email: string) => string;

/** The provider's own secrets. */
export interface IdentitySecrets {
  /** The key that signs tokens. */
  jwk: Record<string, unknown>;
  /** The keys that sign cookies. */
  cookies: string[];
  codeMac: CodeMac;
  browserMac: BrowserMac;
}

interface Stored extends Pick<IdentitySecrets, "jwk" | "cookies"> {
  /** The 32-byte secret for codes, in base64. */
  codes: string;
}

/** The owner of the data key that encrypts the secrets. It is never the ID of an account. */
const OWNER = { account_id: "identity" };
const PLACE = "identity|secrets";

/**
 * Returns the secrets. They are created at the first start and stored encrypted. Any that an older gateway stored
 * unencrypted are deleted.
 */
export async function identitySecrets(store: IdentityStore, vault: Vault): Promise<IdentitySecrets> {
  const known = await store.secrets();
  const { jwk, cookies, codes } = known ? await opened(vault, known) : await created(store, vault);
  await store.dropClearSecrets();
  const key = createSecretKey(codes, "base64");
  return { jwk, cookies, codeMac: codeMac(key), browserMac: browserMac(key) };
}

async function created(store: IdentityStore, vault: Vault): Promise<Stored> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const secrets: Stored = {
    jwk: { ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: randomBytes(8).toString("hex") },
    cookies: [randomBytes(32).toString("hex")],
    codes: randomBytes(32).toString("base64"),
  };
  const sealed = await vault.seal(OWNER, PLACE, Buffer.from(JSON.stringify(secrets)));
  if (await store.addSecrets(sealed)) return secrets;
  const others = await store.secrets(); // another start created them
  return others ? opened(vault, others) : created(store, vault);
}

const opened = async (vault: Vault, sealed: Uint8Array) =>
  JSON.parse((await vault.open(OWNER, PLACE, sealed)).toString()) as Stored; // as sealed above

const codeMac =
  (key: KeyObject): CodeMac =>
  ({ uid, email }, purpose, code) =>
    createHmac("sha256", key)
      .update(JSON.stringify([uid, email, purpose, code]))
      .digest("hex");

// This signed text has one fewer field than the one for codes, so neither MAC is ever valid in place of the other.
const browserMac =
  (key: KeyObject): BrowserMac =>
  (id, email) =>
    createHmac("sha256", key)
      .update(JSON.stringify(["browser", id, email]))
      .digest("hex");

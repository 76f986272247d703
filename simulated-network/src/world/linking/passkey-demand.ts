import { createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { type BinaryNode, Curve, proto } from "@whiskeysockets/baileys";
import { SERVER } from "../../format/addresses.ts";
import { type CurveKeyPair, newCurveKeys } from "../../format/curve-keys.ts";
import { iqError, iqResult } from "../../format/iq-result.ts";
import { child, childBytes, node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import { isSignedByPasskey, passkeyRequest } from "./passkey.ts";

const NONCE_BYTES = 32;
const TAG_BYTES = 16;

/** The client that must provide a signature. */
interface DemandedClient {
  readonly connection: { write(stanza: BinaryNode): void };
  readonly registration: { readonly identityKey: Buffer };
  readonly noiseKey: Buffer;
}

/**
 * The client's half of the exchange: its public key with the network's reference, and a commitment to its random value.
 */
interface ClientSide {
  readonly publicKey: Uint8Array;
  readonly identity: Uint8Array;
  readonly commitment: Uint8Array;
  readonly deviceType: number;
}

/** An answer to the client, and an action to take once the answer has been sent. */
interface Answer {
  readonly isGood: boolean;
  readonly content?: BinaryNode[];
  readonly after?: () => void;
}

/**
 * A demand, during linking, for a signature with the owner's passkey. The network verifies the signature. The phone and
 * the client then agree on a secret, which the client uses to pass its keys to the phone.
 */
export class PasskeyDemand {
  readonly #owner: Person;
  readonly #client: DemandedClient;
  readonly #scanned: Buffer;
  readonly #link: (advSecret: Buffer) => void;
  readonly #challenge = randomBytes(32).toString("base64url");
  readonly #ref = randomUUID();
  readonly #keys: CurveKeyPair = newCurveKeys();
  readonly #nonce = randomBytes(NONCE_BYTES);
  #side: ClientSide | null = null;
  #isOpened = false;

  /**
   * @param scanned the secret in the code that the phone scanned. @param link called with the client's new secret, to
   * complete the linking.
   */
  constructor(owner: Person, client: DemandedClient, scanned: Buffer, link: (advSecret: Buffer) => void) {
    this.#owner = owner;
    this.#client = client;
    this.#scanned = scanned;
    this.#link = link;
  }

  /** Sends the demand to the client. */
  send(now: Date): void {
    const request = JSON.stringify(passkeyRequest(this.#owner, this.#challenge));
    this.#notify("passkey_prologue_request", node("passkey_request_options", {}, Buffer.from(request)), now);
  }

  /** Handles the client's stanzas in answer to the demand. @returns false for any other stanza. */
  take(stanza: BinaryNode, now: Date): boolean {
    const answer = orBad(() => this.#answerTo(stanza, now));
    if (answer === null) return false;
    this.#client.connection.write(
      answer.isGood ? iqResult(stanza, answer.content) : iqError(stanza, 400, "bad-request"),
    );
    answer.after?.();
    return true;
  }

  #answerTo(stanza: BinaryNode, now: Date): Answer | null {
    if (stanza.attrs.type === "get" && child(stanza, "ref")) {
      return { isGood: true, content: [node("ref", {}, Buffer.from(this.#ref))] };
    }
    const prologue = child(stanza, "passkey_prologue");
    if (prologue) {
      this.#side = this.#sideIn(prologue);
      return this.#side ? { isGood: true, after: () => this.#continue(now) } : { isGood: false };
    }
    const nonce = childBytes(stanza, "companion_nonce");
    if (nonce) {
      const side = this.#side;
      this.#isOpened = side !== null && sha256(side.identity, nonce).equals(Buffer.from(side.commitment));
      return { isGood: this.#isOpened };
    }
    const sealed = childBytes(stanza, "encrypted_pairing_request");
    if (!sealed) return null;
    const secret = this.#side && this.#isOpened ? this.#secretIn(this.#side, sealed) : null;
    return secret ? { isGood: true, after: () => this.#link(secret) } : { isGood: false };
  }

  /**
   * Verifies the client's half of the exchange. @returns null if the signature is wrong, or if the client can't prove
   * that it has the scanned secret.
   */
  #sideIn(prologue: BinaryNode): ClientSide | null {
    const [credential, assertion] = [childBytes(prologue, "credential_id"), childBytes(prologue, "webauthn_assertion")];
    const payload = childBytes(prologue, "prologue_payload");
    const proof = childBytes(prologue, "pairing_handoff_proof");
    if (!credential || !assertion || !payload || !proof) return null;
    if (!isSignedByPasskey(this.#owner, this.#challenge, assertion, credential)) return null;
    const key = Buffer.from(hkdfSync("sha256", this.#scanned, "", "shortcake-passkey-handoff-v1", 32));
    if (!createHmac("sha256", key).update(payload).digest().equals(proof)) return null;
    const { companionEphemeralIdentity: identity, commitment } = proto.ProloguePayload.decode(payload);
    if (!identity || !commitment?.hash) return null;
    const { publicKey, deviceType, ref } = proto.CompanionEphemeralIdentity.decode(identity);
    if (!publicKey || ref !== this.#ref) return null;
    return { publicKey, identity, commitment: commitment.hash, deviceType: deviceType ?? 0 };
  }

  #continue(now: Date): void {
    const side = { publicKey: this.#keys.public, nonce: this.#nonce };
    const bytes = Buffer.from(proto.PrimaryEphemeralIdentity.encode(side).finish());
    this.#notify("crsc_continuation", node("primary_ephemeral_identity", {}, bytes), now);
  }

  /**
   * Decrypts the client's new secret. @returns null if the message isn't meant for the phone or isn't from the client.
   */
  #secretIn({ publicKey, deviceType }: ClientSide, sealed: Buffer): Buffer | null {
    const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(sealed);
    if (!encryptedPayload || !iv) return null;
    const shared = Buffer.from(Curve.sharedKey(this.#keys.private, publicKey));
    const salt = `Companion Pairing ${deviceType} with ref ${this.#ref}`;
    const key = Buffer.from(hkdfSync("sha256", shared, salt, "Pairing Information Encryption Key", 32));
    const decipher = createDecipheriv("aes-256-gcm", key, iv).setAuthTag(encryptedPayload.subarray(-TAG_BYTES));
    try {
      const plain = Buffer.concat([decipher.update(encryptedPayload.subarray(0, -TAG_BYTES)), decipher.final()]);
      const { companionPublicKey, companionIdentityKey, advSecret } = proto.PairingRequest.decode(plain);
      const { noiseKey, registration } = this.#client;
      const isOurs =
        noiseKey.equals(companionPublicKey ?? Buffer.alloc(0)) &&
        registration.identityKey.equals(companionIdentityKey ?? Buffer.alloc(0));
      return isOurs && advSecret ? Buffer.from(advSecret) : null;
    } catch {
      return null;
    }
  }

  #notify(type: string, content: BinaryNode, now: Date): void {
    const attributes = { from: SERVER, type, id: randomUUID(), t: seconds(now) };
    this.#client.connection.write(node("notification", attributes, [content]));
  }
}

/** Runs the function, treating bytes that can't be parsed as a bad request. */
function orBad(answer: () => Answer | null): Answer | null {
  try {
    return answer();
  } catch {
    return { isGood: false };
  }
}

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

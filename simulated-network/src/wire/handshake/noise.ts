import { createCipheriv, createDecipheriv, createHash, hkdfSync } from "node:crypto";
import { Curve, proto } from "@whiskeysockets/baileys";
import { newCurveKeys } from "../../format/curve-keys.ts";
import type { NetworkIdentity } from "./certificate.ts";
import { CLIENT_HEADER } from "./frames.ts";

const PATTERN = Buffer.from("Noise_XX_25519_AESGCM_SHA256\0\0\0\0");
const TAG_BYTES = 16;
const EMPTY = Buffer.alloc(0);

/** The client's verified key, and the payload of its last handshake message. */
export interface ClientFinish {
  readonly noisePublicKey: Buffer;
  readonly payload: Buffer;
}

/**
 * The server side of Noise XX (25519, AES-GCM, SHA-256) and of the transport that follows it. Create one per
 * connection: first call `hello` and `finish`, then `encrypt` and `decrypt` for every frame.
 */
export class NoiseResponder {
  readonly #ephemeral = newCurveKeys();
  #hash: Buffer = PATTERN;
  #salt: Buffer = PATTERN;
  #key: Buffer = PATTERN;
  #counter = 0;
  #transport: { readKey: Buffer; writeKey: Buffer; read: number; written: number } | null = null;

  readonly #identity: NetworkIdentity;

  constructor(identity: NetworkIdentity) {
    this.#identity = identity;
    this.#mixHash(CLIENT_HEADER);
  }

  /** Answers the client's hello. @throws Error if the message isn't a hello. */
  hello(message: Buffer): Buffer {
    const ephemeral = proto.HandshakeMessage.decode(message).clientHello?.ephemeral;
    if (ephemeral?.length !== 32) throw new Error("The client hello has no ephemeral key.");
    this.#mixHash(ephemeral);
    this.#mixHash(this.#ephemeral.public);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, ephemeral));
    const { serverKeys, certificateChain } = this.#identity;
    const encryptedStatic = this.#seal(serverKeys.public);
    this.#mixKey(Curve.sharedKey(serverKeys.private, ephemeral));
    const payload = this.#seal(certificateChain);
    const hello = { ephemeral: this.#ephemeral.public, static: encryptedStatic, payload };
    return Buffer.from(proto.HandshakeMessage.encode({ serverHello: hello }).finish());
  }

  /**
   * Decrypts the client's last handshake message and switches to the transport keys. @throws Error if the client's
   * proof is invalid.
   */
  finish(message: Buffer): ClientFinish {
    const finish = proto.HandshakeMessage.decode(message).clientFinish;
    if (!finish?.static || !finish.payload) throw new Error("The client finish is incomplete.");
    const noisePublicKey = this.#open(finish.static);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, noisePublicKey));
    const payload = this.#open(finish.payload);
    const [readKey, writeKey] = this.#derive(EMPTY);
    this.#transport = { readKey, writeKey, read: 0, written: 0 };
    return { noisePublicKey, payload };
  }

  encrypt(plaintext: Uint8Array): Buffer {
    const transport = this.#opened();
    return seal(transport.writeKey, transport.written++, plaintext, EMPTY);
  }

  decrypt(ciphertext: Uint8Array): Buffer {
    const transport = this.#opened();
    return open(transport.readKey, transport.read++, ciphertext, EMPTY);
  }

  #opened() {
    if (!this.#transport) throw new Error("The handshake is not finished.");
    return this.#transport;
  }

  #mixHash(data: Uint8Array): void {
    this.#hash = createHash("sha256").update(this.#hash).update(data).digest();
  }

  #derive(secret: Uint8Array): [Buffer, Buffer] {
    const bytes = Buffer.from(hkdfSync("sha256", secret, this.#salt, EMPTY, 64));
    return [bytes.subarray(0, 32), bytes.subarray(32)];
  }

  #mixKey(secret: Uint8Array): void {
    [this.#salt, this.#key] = this.#derive(secret);
    this.#counter = 0;
  }

  #seal(plaintext: Uint8Array): Buffer {
    const sealed = seal(this.#key, this.#counter++, plaintext, this.#hash);
    this.#mixHash(sealed);
    return sealed;
  }

  #open(sealed: Uint8Array): Buffer {
    const plaintext = open(this.#key, this.#counter++, sealed, this.#hash);
    this.#mixHash(sealed);
    return plaintext;
  }
}

/** Builds the 12-byte nonce: eight zero bytes, then the message counter. */
function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(counter, 8);
  return bytes;
}

function seal(key: Buffer, counter: number, plaintext: Uint8Array, aad: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce(counter)).setAAD(aad);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, counter: number, sealed: Uint8Array, aad: Buffer): Buffer {
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv("aes-256-gcm", key, nonce(counter)).setAAD(aad);
  decipher.setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
}

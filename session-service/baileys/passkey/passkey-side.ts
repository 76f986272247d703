import { randomBytes } from "node:crypto";
import { type BinaryNode, getBinaryNodeChild, proto, S_WHATSAPP_NET, type WASocket } from "@whiskeysockets/baileys";
import { orAborted } from "../../process/or-aborted.ts";
import { AnswerUnknown, knownAnswer } from "../shared/known-answer.ts";
import { refusalOf } from "../shared/network-refusals.ts";
import { noticePasskey } from "./notice-passkey.ts";
import {
  beginSigning,
  codeToCompare,
  handoffProof,
  readPhoneSide,
  type Signing,
  sealedRequest,
} from "./passkey-secrets.ts";

/** The platform that we register as, `Browsers.macOS("Chrome")`. */
const DEVICE_TYPE = proto.DeviceProps.PlatformType.CHROME;
const SECRET_BYTES = 32;
/** The maximum size of a signature request. The network's requests are smaller. */
const MOST_REQUEST_BYTES = 16_384;
const MOST_REF_BYTES = 1_024;
/** How long to wait for the phone. If it answers later, linking still completes. */
const PHONE_MS = 5_000;
const PROLOGUE = "a passkey's signature";

/** The progress of linking by passkey. */
export interface PasskeyStage {
  /** The network's request for a signature (WebAuthn), as JSON, or null if no signature is demanded. */
  readonly request: Record<string, unknown> | null;
  /** The code that is also displayed on the phone, or null until the phone has responded. */
  readonly code: string | null;
  /** Whether everything required has been sent. After that, linking either completes on its own or never does. */
  readonly isSent: boolean;
}

/** A passkey's signature. */
export interface PasskeySignature {
  readonly credentialId: Uint8Array;
  /** The browser's answer, as JSON. */
  readonly assertion: string;
}

/** The part of a connection that handles linking by passkey. */
export interface PasskeySide {
  passkeyLink(): PasskeyStage;
  /**
   * Sends a signature. Resolves when everything that we can send has been sent, or after a few seconds. Never call this
   * from inside an event handler.
   * @throws NetworkRefusal, AnswerUnknown, connection errors, or an Error if the network demands no signature.
   */
  signByPasskey(signature: PasskeySignature): Promise<void>;
}

interface Demand {
  request: Record<string, unknown>;
  /** The link secret that the phone scanned. */
  secret: Buffer;
}

/**
 * Answers the network's demand for a passkey with a signature that was created elsewhere. We prove to the phone that we
 * have the scanned secret, and send it our keys and a new secret, encrypted. The phone then links us as usual. Based on
 * the open-source implementations whatsmeow and whatsapp-rust: decision 0234.
 */
export function createPasskeySide(
  sock: WASocket,
  parts: { isLinked: boolean; monotonicMs: () => number; demanded: () => void; failed: (error: unknown) => void },
): PasskeySide {
  let demand: Demand | null = null;
  let signing: Signing | null = null;
  let code: string | null = null;
  let sent = Promise.withResolvers<null>();
  let isSent = false;

  /** Sends a command or query that is part of linking. */
  async function asked(what: string, type: "get" | "set", content: BinaryNode): Promise<BinaryNode> {
    const query = { tag: "iq", attrs: { to: S_WHATSAPP_NET, type, xmlns: "md" }, content: [content] };
    const answer = await knownAnswer(what, parts.monotonicMs, () => sock.query(query)).catch((error: unknown) => {
      throw refusalOf(error, what);
    });
    if (!answer) throw new AnswerUnknown(what);
    return answer;
  }

  /**
   * Continues once the phone has answered: reveals our random value, and sends our keys encrypted so that only the
   * phone can read them.
   */
  async function carryOn(node: BinaryNode): Promise<void> {
    const answered = bytesOf(getBinaryNodeChild(node, "primary_ephemeral_identity"));
    if (!signing || !demand || !answered) throw new Error("The phone continued an unknown passkey link.");
    const phone = readPhoneSide(answered);
    await asked("the link's random value", "set", { tag: "companion_nonce", attrs: {}, content: signing.nonce });
    code = codeToCompare(signing, phone);
    const { noiseKey, signedIdentityKey, advSecretKey } = sock.authState.creds;
    const sealed = sealedRequest(signing, phone, {
      noiseKey: noiseKey.public,
      identityKey: signedIdentityKey.public,
      secret: Buffer.from(advSecretKey, "base64"),
    });
    await asked("the link's keys", "set", { tag: "encrypted_pairing_request", attrs: {}, content: sealed });
    isSent = true;
    sent.resolve(null);
  }

  if (!parts.isLinked) {
    noticePasskey(sock, {
      demanded(node) {
        const secret = Buffer.from(sock.authState.creds.advSecretKey, "base64");
        demand = { request: requestIn(node), secret };
        [signing, code, isSent] = [null, null, false];
        parts.demanded();
      },
      continued(node) {
        carryOn(node).catch((error: unknown) => {
          sent.reject(error);
          parts.failed(error);
        });
      },
    });
  }

  return {
    passkeyLink: () => ({ request: demand?.request ?? null, code, isSent }),

    async signByPasskey({ credentialId, assertion }) {
      if (!demand) throw new Error("The network does not require a passkey.");
      const given = bytesOf(getBinaryNodeChild(await asked(PROLOGUE, "get", { tag: "ref", attrs: {} }), "ref"));
      if (!given || given.length > MOST_REF_BYTES) throw new AnswerUnknown(PROLOGUE);
      signing = beginSigning(Buffer.from(given).toString("utf8"), DEVICE_TYPE);
      sent = Promise.withResolvers();
      // Prevents a failure from being unhandled if no caller is waiting for the result any longer. `failed` reports it.
      sent.promise.catch(() => {});
      const advSecretKey = randomBytes(SECRET_BYTES).toString("base64");
      sock.authState.creds.advSecretKey = advSecretKey;
      sock.ev.emit("creds.update", { advSecretKey });
      const content = [
        { tag: "credential_id", attrs: {}, content: credentialId },
        { tag: "webauthn_assertion", attrs: {}, content: Buffer.from(assertion) },
        { tag: "prologue_payload", attrs: {}, content: signing.prologue },
        { tag: "pairing_handoff_proof", attrs: {}, content: handoffProof(demand.secret, signing.prologue) },
      ];
      await asked(PROLOGUE, "set", { tag: "passkey_prologue", attrs: {}, content });
      await orAborted(sent.promise, AbortSignal.timeout(PHONE_MS));
    },
  };
}

/**
 * Returns the network's request for a signature. A request that can't be parsed is returned, and displayed, as an empty
 * one.
 */
function requestIn(node: BinaryNode): Record<string, unknown> {
  const bytes = bytesOf(getBinaryNodeChild(node, "passkey_request_options"));
  if (!bytes || bytes.length > MOST_REQUEST_BYTES) return {};
  try {
    const request: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return typeof request === "object" && request !== null && !Array.isArray(request) ? { ...request } : {};
  } catch {
    return {};
  }
}

/** Returns a node's own bytes, or null if it has none. Short values can arrive packed as text. */
function bytesOf(node: BinaryNode | undefined): Uint8Array | null {
  const content = node?.content;
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? content : null;
}

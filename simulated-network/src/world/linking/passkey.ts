import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import * as z from "zod";
import type { Person } from "../../store/people-table.ts";

/** The domain of the network's web page, where browsers sign with a person's passkey. */
const RP_ID = "network.test";
const ORIGIN = "https://web.network.test";
/** The flags of a signature: the person was present, and was verified by the device. */
const [PRESENT, VERIFIED] = [0x01, 0x04];
const FLAGS_AT = 32;

/** A request for a passkey signature, in the form that browsers accept. */
export interface PasskeyRequest {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: "required";
  readonly allowCredentials: readonly { readonly id: string; readonly type: "public-key" }[];
}

/** A browser's answer in the format of `PublicKeyCredential.toJSON()`, with its parts in base64url. */
const Credential = z.object({
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});
const ClientData = z.object({ type: z.literal("webauthn.get"), challenge: z.string(), origin: z.literal(ORIGIN) });

/** Creates a request for a signature with this person's passkey. @param challenge base64url. */
export const passkeyRequest = (owner: Person, challenge: string): PasskeyRequest => ({
  challenge,
  rpId: RP_ID,
  timeout: 600_000,
  userVerification: "required",
  allowCredentials: [{ id: credentialId(owner).toString("base64url"), type: "public-key" }],
});

/** Signs the way this person would in a browser on the network's page. @param challenge base64url. */
export function signByPasskey(owner: Person, challenge: string): object {
  const clientData = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin: ORIGIN }));
  const authenticatorData = Buffer.concat([sha256(RP_ID), Buffer.from([PRESENT | VERIFIED, 0, 0, 0, 1])]);
  const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), keyOf(owner));
  const id = credentialId(owner).toString("base64url");
  return {
    id,
    rawId: id,
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: signature.toString("base64url"),
    },
  };
}

/** Whether a browser's answer was signed with this person's passkey, for this challenge and on the network's page. */
export function isSignedByPasskey(owner: Person, challenge: string, answer: Buffer, credential: Buffer): boolean {
  const given = Credential.safeParse(parsed(answer));
  if (!given.success || !credential.equals(credentialId(owner))) return false;
  const { rawId, response } = given.data;
  const [clientData, authenticatorData, signature] = [
    response.clientDataJSON,
    response.authenticatorData,
    response.signature,
  ].map((part) => Buffer.from(part, "base64url")) as [Buffer, Buffer, Buffer]; // three parts, three buffers
  const said = ClientData.safeParse(parsed(clientData));
  if (!said.success || said.data.challenge !== challenge || !Buffer.from(rawId, "base64url").equals(credential)) {
    return false;
  }
  if (!authenticatorData.subarray(0, FLAGS_AT).equals(sha256(RP_ID))) return false;
  if (((authenticatorData[FLAGS_AT] ?? 0) & VERIFIED) === 0) return false;
  const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
  return verify("sha256", signed, createPublicKey(keyOf(owner)), signature);
}

/** Returns the person's passkey. It is derived from their identity, so it doesn't have to be stored. */
function keyOf(owner: Person): KeyObject {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(sha256(Buffer.concat([owner.identity.private, Buffer.from("passkey")])));
  const open = curve.getPublicKey();
  const [x, y] = [open.subarray(1, 33), open.subarray(33)].map((part) => part.toString("base64url"));
  const d = curve.getPrivateKey().toString("base64url");
  return createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y, d } });
}

const credentialId = (owner: Person) => sha256(owner.identity.public).subarray(0, 16);

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString("utf8"));
  } catch {
    return null;
  }
}

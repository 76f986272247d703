import { createHash } from "node:crypto";
import { Curve, proto } from "@whiskeysockets/baileys";
import { type CurveKeyPair, curveKeysFrom } from "../../format/curve-keys.ts";

/** Keys come from fixed words, so that the root a client is told to trust never changes between runs. */
function keysFor(role: string): CurveKeyPair {
  return curveKeysFrom(createHash("sha256").update(`simulated messaging network: ${role}`).digest());
}

const root = keysFor("root");

/** The root key that a client must trust: 32 raw bytes as hex. In Baileys it is `WA_CERT_DETAILS.PUBLIC_KEY`. */
export const ROOT_PUBLIC_KEY_HEX = root.public.toString("hex");

/** The server's long-lived handshake key; the leaf certificate names it. */
export const serverStaticKeys = keysFor("server");

/** The chain shown in every handshake: root signs the intermediate, the intermediate signs the server's key. */
export const certificateChain: Buffer = buildChain();

function buildChain(): Buffer {
  const intermediate = keysFor("intermediate");
  const intermediateDetails = details(1, 0, intermediate.public);
  const leafDetails = details(2, 1, serverStaticKeys.public);
  const chain = proto.CertChain.encode({
    intermediate: { details: intermediateDetails, signature: Curve.sign(root.private, intermediateDetails) },
    leaf: { details: leafDetails, signature: Curve.sign(intermediate.private, leafDetails) },
  });
  return Buffer.from(chain.finish());
}

function details(serial: number, issuerSerial: number, key: Buffer): Buffer {
  const encoded = proto.CertChain.NoiseCertificate.Details.encode({ serial, issuerSerial, key });
  return Buffer.from(encoded.finish());
}

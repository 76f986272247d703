import { createHash } from "node:crypto";
import { Curve, proto } from "@whiskeysockets/baileys";
import { type CurveKeyPair, curveKeysFrom } from "../../format/curve-keys.ts";

/** The keys that prove a network's identity in every handshake. */
export interface NetworkIdentity {
  /** The root key that clients must trust: 32 raw bytes, as hex. In Baileys, this is `WA_CERT_DETAILS.PUBLIC_KEY`. */
  readonly rootPublicKey: string;
  /** The server's long-lived handshake key, which the leaf certificate contains. */
  readonly serverKeys: CurveKeyPair;
  /** The certificate chain: the root signs the intermediate key, and the intermediate signs the server's key. */
  readonly certificateChain: Buffer;
}

/** Derives a network's identity from its name, so that it is the same after every start. */
export function networkIdentity(name: string): NetworkIdentity {
  const keysFor = (role: string) => curveKeysFrom(createHash("sha256").update(`${name}: ${role}`).digest());
  const [root, intermediate, server] = [keysFor("root"), keysFor("intermediate"), keysFor("server")];
  return {
    rootPublicKey: root.public.toString("hex"),
    serverKeys: server,
    certificateChain: buildChain(root, intermediate, server),
  };
}

function buildChain(root: CurveKeyPair, intermediate: CurveKeyPair, server: CurveKeyPair): Buffer {
  const intermediateDetails = details(1, 0, intermediate.public);
  const leafDetails = details(2, 1, server.public);
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

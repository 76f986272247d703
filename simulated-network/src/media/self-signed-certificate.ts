import { generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";

/**
 * A certificate and its private key, both as PEM. The certificate is self-signed, so trusting it means trusting only
 * this server.
 */
export interface ServerCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The ASN.1 tags used in a certificate. */
const TAG = {
  integer: 2,
  bits: 3,
  octets: 4,
  oid: 6,
  utf8: 12,
  generalizedTime: 24,
  sequence: 0x30,
  set: 0x31,
} as const;
const ECDSA_WITH_SHA256 = "2a8648ce3d040302";
const COMMON_NAME = "550403";
const BASIC_CONSTRAINTS = "551d13";
const ALTERNATIVE_NAMES = "551d11";
/**
 * The start of the certificate's validity, which is far in the past. TLS checks it against the machine's time rather
 * than the gateway's clock.
 */
const NOT_BEFORE = "20000101000000Z";
const NOT_AFTER = "20991231235959Z";

/**
 * Creates a certificate for 127.0.0.1 and localhost. Node.js can sign a certificate but not build one, so this function
 * encodes its fields.
 * @param holder the server's name, which lets clients that trust several such certificates distinguish them.
 */
export function selfSignedCertificate(holder = "Simulated media store"): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(der(TAG.set, sequence(oid(COMMON_NAME), der(TAG.utf8, Buffer.from(holder)))));
  const validity = sequence(
    der(TAG.generalizedTime, Buffer.from(NOT_BEFORE)),
    der(TAG.generalizedTime, Buffer.from(NOT_AFTER)),
  );
  const body = sequence(
    context(0, der(TAG.integer, Buffer.from([2]))),
    // A serial number must be positive, so its first bit has to be 0.
    der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    context(3, sequence(isAuthority(), isFor(Buffer.from([127, 0, 0, 1]), "localhost"))),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = sequence(body, algorithm, bits(signature));
  return {
    certificate: new X509Certificate(certificate).toString(),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function isAuthority(): Buffer {
  const TRUE = Buffer.from([1, 1, 0xff]);
  return sequence(oid(BASIC_CONSTRAINTS), TRUE, der(TAG.octets, sequence(TRUE)));
}

function isFor(address: Buffer, host: string): Buffer {
  const names = sequence(der(0x87, address), der(0x82, Buffer.from(host)));
  return sequence(oid(ALTERNATIVE_NAMES), der(TAG.octets, names));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(TAG.sequence, Buffer.concat(parts));
}

function context(number: number, content: Buffer): Buffer {
  return der(0xa0 + number, content);
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, "hex"));
}

function bits(content: Buffer): Buffer {
  return der(TAG.bits, Buffer.concat([Buffer.from([0]), content]));
}

/** Encodes a value with its tag and length. Lengths of 128 and above take more than one byte. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

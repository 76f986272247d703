import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isKeyOf } from "../rights/callers.ts";
import type { Credentials } from "../s3/signature.ts";
import { AwsError } from "../service/aws-error.ts";

/** The headers that every signature must cover, so that it can't be reused for a different request. */
const ALWAYS_SIGNED = ["host", "x-amz-date"];
const FORM = /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Verifies a request's signature. @param body the body as received. @throws AwsError that states the problem. */
export type CheckSigned = (request: IncomingMessage, body: string) => void;

/**
 * Creates the signature check (version 4, in the headers) for every service except S3. A signature's date isn't
 * compared with the clock, because clients sign with the machine's time, whereas the gateway's clock can be moved.
 */
export function signatureCheck(known: Credentials): CheckSigned {
  const keys = new SigningKeys(known);
  return (request, body) => {
    const { scope, names, signature } = readAuthorization(request, known);
    const canonical = [
      request.method,
      canonicalPath(request.url ?? "/"),
      canonicalQuery(request.url ?? "/"),
      names.map((name) => `${name}:${headerOf(request, name)}\n`).join(""),
      names.join(";"),
      sha256(body),
    ].join("\n");
    const text = ["AWS4-HMAC-SHA256", headerOf(request, "x-amz-date"), scope, sha256(canonical)].join("\n");
    const expected = createHmac("sha256", keys.of(scope)).update(text).digest();
    if (timingSafeEqual(expected, Buffer.from(signature, "hex"))) return;
    const message =
      "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.";
    throw new AwsError("InvalidSignatureException", message);
  };
}

/** @throws AwsError if the header is missing or incomplete, or contains an unknown access key. */
function readAuthorization(request: IncomingMessage, known: Credentials) {
  const authorization = request.headers.authorization ?? "";
  if (authorization === "") throw new AwsError("MissingAuthenticationTokenException", "The request is not signed.");
  const [, accessKeyId = "", scope = "", signedHeaders = "", signature = ""] = FORM.exec(authorization) ?? [];
  const names = signedHeaders.split(";");
  const target = request.headers["x-amz-target"] === undefined ? [] : ["x-amz-target"];
  if (signature === "" || ![...ALWAYS_SIGNED, ...target].every((name) => names.includes(name))) {
    throw new AwsError("IncompleteSignatureException", "The Authorization header is not complete.");
  }
  if (!isKeyOf(accessKeyId, known.accessKeyId)) {
    throw new AwsError("UnrecognizedClientException", "The security token included in the request is invalid.");
  }
  return { scope, names, signature };
}

const KEYS_KEPT = 100;

/**
 * The keys for signing requests. There is a separate key for each day, region and service, and each is derived only
 * once.
 */
class SigningKeys {
  readonly #secret: string;
  readonly #keys = new Map<string, Buffer>();

  constructor({ secretAccessKey }: Credentials) {
    this.#secret = secretAccessKey;
  }

  of(scope: string): Buffer {
    const made = this.#keys.get(scope);
    if (made) return made;
    const hmac = (key: string | Buffer, part: string) => createHmac("sha256", key).update(part).digest();
    const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${this.#secret}`) as Buffer; // a scope has at least one part
    if (this.#keys.size >= KEYS_KEPT) this.#keys.clear();
    this.#keys.set(scope, key);
    return key;
  }
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name] ?? "";
  return (Array.isArray(value) ? value.join(",") : value).trim().replaceAll(/ +/g, " ");
}

/** Encodes each part of the path one more time than in the URL, as all services except S3 do. */
const canonicalPath = (url: string) => (url.split("?")[0] ?? "/").split("/").map(encode).join("/");

const canonicalQuery = (url: string) =>
  [...new URLSearchParams(url.split("?").slice(1).join("?"))]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");

/**
 * Encodes a string according to RFC 3986, as AWS does. The result of encodeURIComponent differs for five characters.
 */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

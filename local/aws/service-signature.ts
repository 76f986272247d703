import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AwsError } from "./aws-error.ts";
import type { Credentials } from "./s3/signature.ts";

/** What every signature must cover, so that a signed request can't be turned into another. */
const ALWAYS_SIGNED = ["host", "x-amz-date"];
const FORM = /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Checks the signature (version 4, in the headers) of a request to any service but S3, as AWS does. Its date is not
 * compared with the clock, because clients sign with the machine's time while the gateway's may be moved.
 * @param body as it was received. @throws AwsError that names what is wrong; a request so refused was not looked at.
 */
export function checkServiceSignature(request: IncomingMessage, body: string, known: Credentials): void {
  const authorization = request.headers.authorization ?? "";
  if (authorization === "") throw new AwsError("MissingAuthenticationTokenException", "The request is not signed.");
  const [, accessKeyId = "", scope = "", signedHeaders = "", signature = ""] = FORM.exec(authorization) ?? [];
  const names = signedHeaders.split(";");
  const target = request.headers["x-amz-target"] === undefined ? [] : ["x-amz-target"];
  if (signature === "" || ![...ALWAYS_SIGNED, ...target].every((name) => names.includes(name))) {
    throw new AwsError("IncompleteSignatureException", "The Authorization header is not complete.");
  }
  if (accessKeyId !== known.accessKeyId) {
    throw new AwsError("UnrecognizedClientException", "The security token included in the request is invalid.");
  }
  const canonical = [
    request.method,
    canonicalPath(request.url ?? "/"),
    canonicalQuery(request.url ?? "/"),
    names.map((name) => `${name}:${headerOf(request, name)}\n`).join(""),
    signedHeaders,
    sha256(body),
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", headerOf(request, "x-amz-date"), scope, sha256(canonical)].join("\n");
  const expected = createHmac("sha256", keyOf(known, scope)).update(text).digest();
  if (timingSafeEqual(expected, Buffer.from(signature, "hex"))) return;
  const message =
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.";
  throw new AwsError("InvalidSignatureException", message);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name] ?? "";
  return (Array.isArray(value) ? value.join(",") : value).trim().replaceAll(/ +/g, " ");
}

/** Each part encoded once more than it is in the address: so for every service but S3. */
const canonicalPath = (url: string) => (url.split("?")[0] ?? "/").split("/").map(encode).join("/");

const canonicalQuery = (url: string) =>
  [...new URLSearchParams(url.split("?").slice(1).join("?"))]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");

/** RFC 3986: what encodeURIComponent leaves and AWS does not. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** One a day, region and service: requests of one kind share it. */
const keys = new Map<string, Buffer>();
const KEYS_KEPT = 100;

function keyOf({ secretAccessKey }: Credentials, scope: string): Buffer {
  const place = `${secretAccessKey}\n${scope}`;
  const made = keys.get(place);
  if (made) return made;
  const hmac = (key: string | Buffer, part: string) => createHmac("sha256", key).update(part).digest();
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  if (keys.size >= KEYS_KEPT) keys.clear();
  keys.set(place, key as Buffer); // a scope has at least one part
  return key as Buffer; // as above
}

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { isKeyOf } from "../rights/callers.ts";
import { AwsError } from "../service/aws-error.ts";
import { REGION } from "../service/names.ts";
import { header, type S3Request } from "./request.ts";

/** The only credentials accepted by this emulation. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** A request's signature, from its headers or URL. */
interface Claim {
  accessKeyId: string;
  /** The scope of the signature: date/region/service/aws4_request. */
  scope: string;
  /** The time of signing, in the form `20261120T093000Z`. */
  date: string;
  signedHeaders: string;
  payload: string;
  signature: string;
  /** How long a signed URL is valid, or null if the signature is in the request's headers. */
  expiresSec: number | null;
}

/** The parameters that a signed URL needs besides the signature itself. */
const IN_ADDRESS = ["X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires", "X-Amz-SignedHeaders"];
/** S3 accepts this header unsigned, because the signature covers its value in a different way. */
const BODY_HASH = "x-amz-content-sha256";
const LONGEST_SEC = 7 * 86_400;
/** How far in the future a URL's date may be. */
const AHEAD_MS = 15 * 60_000;

/**
 * Verifies a request's signature as S3 does. The validity of a URL is checked against the gateway's clock. If the
 * signature is in the headers, the date isn't checked: clients sign with the machine's time, whereas the gateway's
 * clock can be moved.
 * @throws AwsError 403 (400 for a malformed signature) if the request must not be served.
 */
export function checkSignature(request: S3Request, known: Credentials, now: Date): void {
  const claim = readClaim(request);
  if (!claim) throw denied("Access Denied: the request is not signed.");
  if (!isKeyOf(claim.accessKeyId, known.accessKeyId)) {
    const message = "The AWS Access Key Id you provided does not exist in our records.";
    throw new AwsError("InvalidAccessKeyId", message, { status: 403 });
  }
  checkScope(claim);
  if (claim.expiresSec !== null) checkTime(claim.date, claim.expiresSec, now);
  checkSignedHeaders(request, claim.signedHeaders);
  const expected = Buffer.from(signatureOf(request, claim, known.secretAccessKey));
  const given = Buffer.from(claim.signature);
  if (expected.length === given.length && timingSafeEqual(expected, given)) return;
  const message =
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.";
  throw new AwsError("SignatureDoesNotMatch", message, { status: 403 });
}

function readClaim(request: S3Request): Claim | null {
  const { query } = request;
  if (query.has("X-Amz-Signature")) {
    if (IN_ADDRESS.some((name) => !query.has(name)) || query.get("X-Amz-Algorithm") !== "AWS4-HMAC-SHA256") {
      const message = `Query-string authentication version 4 requires the ${IN_ADDRESS.join(", ")}, and X-Amz-Signature parameters.`;
      throw new AwsError("AuthorizationQueryParametersError", message);
    }
    const [accessKeyId = "", ...scope] = (query.get("X-Amz-Credential") ?? "").split("/");
    const expiresSec = Number(query.get("X-Amz-Expires"));
    if (!Number.isInteger(expiresSec) || expiresSec < 1 || expiresSec > LONGEST_SEC) {
      const message = "X-Amz-Expires must be between 1 second and a week (in seconds).";
      throw new AwsError("AuthorizationQueryParametersError", message);
    }
    return {
      accessKeyId,
      scope: scope.join("/"),
      date: query.get("X-Amz-Date") ?? "",
      signedHeaders: query.get("X-Amz-SignedHeaders") ?? "",
      payload: "UNSIGNED-PAYLOAD",
      signature: query.get("X-Amz-Signature") ?? "",
      expiresSec,
    };
  }
  const form = /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/;
  const [, accessKeyId = "", scope = "", signedHeaders = "", signature = ""] =
    form.exec(header(request, "authorization") ?? "") ?? [];
  if (signature === "") return null;
  const date = header(request, "x-amz-date") ?? "";
  const payload = header(request, "x-amz-content-sha256") ?? "";
  return { accessKeyId, scope, date, signedHeaders, payload, signature, expiresSec: null };
}

/**
 * Refuses a signature whose scope isn't this region and service on the day of signing, without verifying the signature.
 */
function checkScope({ scope, date, expiresSec }: Claim): void {
  const [day, region, service, end] = scope.split("/");
  const inAddress = expiresSec !== null;
  const refused = (what: string, fields: Record<string, unknown> = {}) =>
    new AwsError(
      inAddress ? "AuthorizationQueryParametersError" : "AuthorizationHeaderMalformed",
      `${inAddress ? "Error parsing the X-Amz-Credential parameter" : "The authorization header is malformed"}; ${what}`,
      { fields },
    );
  if (region !== REGION) throw refused(`the region '${region}' is wrong; expecting '${REGION}'`, { Region: REGION });
  if (service !== "s3" || end !== "aws4_request") throw refused(`incorrect service or terminal in '${scope}'.`);
  if (day !== date.slice(0, 8))
    throw refused(`Invalid credential date "${day}". This date is not the same as X-Amz-Date.`);
}

/**
 * Like S3, refuses a request if the signature doesn't cover one of S3's own headers, because such a header could change
 * what the request does: a link for uploading a file must not become a link that makes the file public.
 */
function checkSignedHeaders(request: S3Request, signedHeaders: string): void {
  const signed = signedHeaders.split(";");
  const mustBe = Object.keys(request.headers).filter((name) => name.startsWith("x-amz-") && name !== BODY_HASH);
  const unsigned = ["host", ...mustBe].filter((name) => !signed.includes(name));
  if (unsigned.length === 0) return;
  throw denied("There were headers present in the request which were not signed", {
    HeadersNotSigned: unsigned.join(", "),
  });
}

function checkTime(date: string, expiresSec: number, now: Date): void {
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Number.isNaN(at)) {
    throw new AwsError("AuthorizationQueryParametersError", 'X-Amz-Date must be in the format "yyyyMMddTHHmmssZ".');
  }
  if (at > now.getTime() + AHEAD_MS) throw denied("Request is not valid yet");
  const until = new Date(at + expiresSec * 1_000);
  if (now < until) return;
  throw denied("Request has expired", {
    "X-Amz-Expires": expiresSec,
    Expires: until.toISOString(),
    ServerTime: now.toISOString(),
  });
}

function signatureOf(request: S3Request, claim: Claim, secret: string): string {
  const headers = claim.signedHeaders.split(";").map(
    (name) =>
      `${name}:${asSent(header(request, name) ?? "")
        .trim()
        .replaceAll(/ +/g, " ")}\n`,
  );
  const query = [...request.query]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const path = request.path.split("/").map((segment) => encode(decodeURIComponent(segment)));
  const canonical = [
    request.method,
    path.join("/"),
    query.join("&"),
    headers.join(""),
    claim.signedHeaders,
    claim.payload,
  ].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const key = claim.scope
    .split("/")
    .reduce<string | Buffer>((last, part) => hmac(last, part).digest(), `AWS4${secret}`);
  return hmac(key, ["AWS4-HMAC-SHA256", claim.date, claim.scope, digest].join("\n")).digest("hex");
}

/**
 * S3 reads header bytes as UTF-8, whereas Node sends and receives them as Latin-1. Without this conversion, signatures
 * would differ for non-ASCII text.
 */
const asSent = (text: string) => Buffer.from(text, "latin1").toString("utf8");

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);

/** Encodes text according to RFC 3986, including the characters that S3 encodes but encodeURIComponent doesn't. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const denied = (message: string, fields: Record<string, unknown> = {}) =>
  new AwsError("AccessDenied", message, { status: 403, fields });

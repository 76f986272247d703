import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import { PLAIN_BYTES } from "../domain/files/handed-out-type.ts";
import type { Clock, MediaStore, StoredFiles, UploadAddresses } from "../ports.ts";
import { fileHeaders, savedAs } from "./file-headers.ts";
import { takeIn } from "./intake.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/** The part of the media store that functions can use: small files, and redirects for people who follow a link. */
export type SmallMedia = Pick<MediaStore, "put" | "get" | "remove"> & StoredFiles & UploadAddresses;

/**
 * How long a signed S3 address is valid. People are redirected to it as soon as it is signed. Rationale:
 * docs/decisions/0011.
 */
const ADDRESS_SEC = 300;

/** S3 requires this header on every request. */
const NO_BODY = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };

const PAUSE_MS = 200;

/** S3 compares the body with the base64 hash in this header. */
const SHA256 = "x-amz-checksum-sha256";

/**
 * The media store for functions. It sends signed requests without the S3 client, which is as large as an entire
 * function. Files are loaded into memory, so `maxBytes` must be a few megabytes. The address, region and credentials
 * are determined in the same way as in the SDK, from AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION and the
 * credential chain.
 * @param config.bucket the bucket's name. If empty, this function has no access to files, and every use fails with an
 * error that says so.
 */
export function s3SmallMedia(config: { bucket: string }, clock: Clock): SmallMedia {
  const signer = newSigner();
  const requestFor = (method: string, key: string) => unsigned(config.bucket, method, key);

  async function signedRequest(
    request: ReturnType<typeof requestFor> & { headers: Headers },
    body?: Uint8Array<ArrayBuffer>,
  ) {
    const signed = await signer.sign(request, { signingDate: clock.now() });
    const { host: _host, ...headers } = signed.headers;
    return { url: urlOf(signed), method: request.method, headers, ...(body && { body }) };
  }

  async function bare(method: string, key: string, what: string, limits: REQUEST_LIMITS.RequestLimits) {
    const request = requestFor(method, key);
    return send(what, limits, () => signedRequest({ ...request, headers: { ...request.headers, ...NO_BODY } }));
  }

  return {
    async put(key, file, about) {
      const intake = takeIn(file, { maxBytes: about.maxBytes, partBytes: about.maxBytes });
      let body = Buffer.alloc(0);
      for await (const whole of intake.parts)
        body = Buffer.from(whole.buffer as ArrayBuffer, whole.byteOffset, whole.length); // never shared memory
      const taken = intake.result();
      const { contentType, contentDisposition } = fileHeaders(about, body);
      const request = requestFor("PUT", key);
      const headers = {
        ...request.headers,
        "content-type": contentType,
        "content-disposition": contentDisposition,
        // S3 rejects a body whose hash differs, so a damaged file is never stored.
        "x-amz-content-sha256": taken.sha256,
      };
      const answer = await send("put", REQUEST_LIMITS.smallFile, () => signedRequest({ ...request, headers }, body));
      if (!answer.ok) throw await refusal(answer, "put");
      return taken;
    },

    async get(key) {
      const answer = await bare("GET", key, "read", REQUEST_LIMITS.smallFile);
      if (answer.ok) return answer.body; // in Node a body can be iterated
      const error = await refusal(answer, "read");
      if (error.name === "NoSuchKey") return null; // a missing bucket is a 404 as well
      throw error;
    },

    async remove(key) {
      const answer = await bare("DELETE", key, "removed", REQUEST_LIMITS.fileLook);
      if (!answer.ok && answer.status !== 404) throw await refusal(answer, "removed");
    },

    async has(key) {
      const answer = await bare("HEAD", key, "looked for", REQUEST_LIMITS.fileLook);
      if (answer.ok || answer.status === 404) return answer.ok;
      throw await refusal(answer, "looked for");
    },

    ...signedAddresses(
      signer,
      (method, key) => unsigned(config.bucket, method, key, process.env.MEDIA_LINKS_URL),
      clock,
    ),
  };
}

/** Signs addresses that clients outside the gateway request directly from S3. */
function signedAddresses(
  signer: SignatureV4,
  requestFor: (method: string, key: string) => ReturnType<typeof unsigned>,
  clock: Clock,
): Pick<SmallMedia, "sign" | "signUpload"> {
  return {
    async sign(key, about) {
      // The media type was stored with the file after its bytes were checked.
      const query = { "response-content-disposition": savedAs(about.filename) };
      return presigned(signer, requestFor("GET", key), { query, forSec: ADDRESS_SEC, at: clock.now() });
    },

    async signUpload(key, { size_bytes, sha256 }, forSec) {
      const hash = Buffer.from(sha256, "hex").toString("base64");
      // The file's bytes are not checked here, so it is stored with a media type that browsers always save and never
      // display.
      const headers = { "content-type": PLAIN_BYTES, [SHA256]: hash };
      const signed = { ...headers, "content-length": String(size_bytes) };
      const url = await presigned(signer, requestFor("PUT", key), { headers: signed, forSec, at: clock.now() });
      return { url, headers };
    },
  };
}

/**
 * Returns an S3 address that is valid for the given number of seconds, and only for requests with exactly these
 * headers.
 */
async function presigned(
  signer: SignatureV4,
  request: ReturnType<typeof unsigned>,
  { headers = {}, query = {}, forSec, at }: { headers?: Headers; query?: Headers; forSec: number; at: Date },
): Promise<string> {
  const signed = await signer.presign(
    { ...request, headers: { ...request.headers, ...headers, ...NO_BODY }, query },
    // If the hash were part of the address, S3 would not compare it with the body.
    { expiresIn: forSec, signingDate: at, unhoistableHeaders: new Set([SHA256]) },
  );
  return urlOf(signed);
}

function newSigner(): SignatureV4 {
  return new SignatureV4({
    service: "s3",
    region: async () => region(),
    credentials: defaultProvider(),
    sha256: Sha256,
    uriEscapePath: false, // S3 alone signs a path as it is sent
    applyChecksum: false,
  });
}

/**
 * @param linksUrl the endpoint reachable from outside. If empty, S3's own endpoint is used. @throws if there is no
 * bucket.
 */
function unsigned(bucket: string, method: string, key: string, linksUrl?: string) {
  if (bucket === "") throw new Error("MEDIA_BUCKET is not set, because this function was not given access to files.");
  const { protocol, hostname, port, host, pathname } = addressOf(bucket, key, linksUrl);
  return { method, protocol, hostname, ...(port !== "" && { port: Number(port) }), path: pathname, headers: { host } };
}

/**
 * Builds the address the way the SDK does: with the bucket before the host or, if a custom endpoint is set, in the
 * path.
 */
function addressOf(bucket: string, key: string, linksUrl = ""): URL {
  const path = key.split("/").map(encode).join("/");
  const endpoint = linksUrl || process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL;
  if (endpoint) return new URL(`${endpoint.replace(/\/$/, "")}/${bucket}/${path}`);
  const suffix = region().startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return new URL(`https://${bucket}.s3.${region()}.${suffix}/${path}`);
}

function region(): string {
  const name = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;
  if (!name) throw new Error("AWS_REGION is not set. Lambda sets it; set it to run elsewhere.");
  return name;
}

interface Signed {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
}

function urlOf({ protocol, hostname, port, path, query = {} }: Signed): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(String(value))}`);
  const base = `${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}`;
  return pairs.length === 0 ? base : `${base}?${pairs.sort().join("&")}`;
}

/** Encodes as RFC 3986 and S3 require: encodeURIComponent leaves some characters out. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

type Headers = Record<string, string>;
type Request = { url: string; method: string; headers: Headers; body?: Uint8Array<ArrayBuffer> };

/**
 * Sends a request, signing again for each attempt, because a signature is valid for only a few minutes. Repeating any
 * of these requests changes nothing.
 * @param what is done to the file, for the error's sentence.
 * @param limits of each attempt.
 * @returns S3's response, including a refusal. @throws if there was none, or only that S3 can't do it at the moment.
 */
async function send(
  what: string,
  limits: REQUEST_LIMITS.RequestLimits,
  sign: () => Promise<Request>,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const { url, ...request } = await sign();
    const signal = AbortSignal.timeout(limits.answerMs);
    const answer = await fetch(url, { ...request, signal }).catch((error: unknown) => error);
    if (answer instanceof Response && answer.status < 500 && answer.status !== 429) {
      if (answer.ok && request.method !== "GET") await answer.body?.cancel();
      return answer;
    }
    // Marked as the SDK marks a service's transient fault, so the customer gets 503 and can retry.
    if (attempt === limits.tries) throw Object.assign(await refusal(answer, what), { $fault: "server" });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
  }
}

/** Creates the error for a refused request. Its name is S3's code, as in errors from the full client. */
async function refusal(answer: unknown, what: string): Promise<Error> {
  if (!(answer instanceof Response)) return new Error(`S3 did not respond when a file was ${what}.`, { cause: answer });
  const code = /<Code>([\w.]+)<\/Code>/.exec(await answer.text())?.[1];
  const error = new Error(`S3 responded with ${answer.status} (${code ?? "no code"}) when a file was ${what}.`);
  return Object.assign(error, code !== undefined && { name: code });
}

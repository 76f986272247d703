import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

/** Options for forwarding requests with signed file links. */
export interface FilePassageOptions {
  /** The URL of the embedded services. */
  servicesUrl: string;
  bucket: string;
  /** The public URL. Links are signed for its host. */
  publicUrl: URL;
}

/** Forwards a request with a signed link to the embedded S3. @returns null if the request has no signed link. */
export type PassFile = (request: IncomingMessage, response: ServerResponse) => Promise<void> | null;

const METHODS = ["GET", "HEAD", "PUT"];
/**
 * Matches the request headers to forward. All other headers are dropped, most importantly the client's credentials for
 * the gateway.
 */
const PASSED_IN =
  /^(accept|range|if-(match|none-match|modified-since|unmodified-since|range)|content-(type|length)|x-amz-(content-sha256|checksum-[\w-]+|meta-[\w-]+))$/;
const PASSED_OUT =
  /^(content-(type|length|range|disposition|encoding|language)|accept-ranges|etag|last-modified|cache-control|expires)$/;
/** Files are served from the same host as the pages and may contain anything, so browsers must not run code in them. */
const FILE_HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
const SILENCE_MS = 60_000;

/**
 * Lets clients follow signed file links through the gateway. Only forwards requests for files in the gateway's bucket,
 * using links whose signature the embedded S3 verifies. Nothing else in the embedded services is reachable.
 */
export function filePassage({ servicesUrl, bucket, publicUrl }: FilePassageOptions): PassFile {
  const { hostname, port } = new URL(servicesUrl);
  return (request, response) => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    if (!path.startsWith(`/${bucket}/`) || path.length === bucket.length + 2) return null;
    if (!METHODS.includes(request.method ?? "") || !/(^|&)X-Amz-Signature=/.test(query)) return null;
    const headers = { ...pick(request.headers, PASSED_IN), host: publicUrl.host };
    const onward = { hostname, port, method: request.method, path: request.url, headers, timeout: SILENCE_MS };
    return pass(request, response, onward).catch(() => void response.destroy()); // either side ended it
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  onward: Parameters<typeof httpRequest>[1] & object,
): Promise<void> {
  const sent = httpRequest(onward);
  sent.on("timeout", () => sent.destroy());
  response.once("close", () => sent.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve);
    sent.once("error", reject);
  });
  // S3 may refuse the file before it has been sent completely, so don't wait for the upload to end.
  pipeline(request, sent).catch(() => undefined);
  const answer = await answered;
  response.writeHead(answer.statusCode ?? 502, { ...pick(answer.headers, PASSED_OUT), ...FILE_HEADERS });
  await pipeline(answer, response);
}

const pick = (headers: IncomingMessage["headers"], names: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)));

import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

/** Where signed links to files lead, and how they get there. */
export interface FilePassageOptions {
  /** The embedded services' address. */
  servicesUrl: string;
  bucket: string;
  /** The public address; links are signed for its host. */
  publicUrl: URL;
}

/** Passes a request by a signed link on to the embedded S3. @returns null if it isn't one. */
export type PassFile = (request: IncomingMessage, response: ServerResponse) => Promise<void> | null;

const METHODS = ["GET", "HEAD", "PUT"];
/** The request headers that are passed on. The rest are not, above all the client's credentials for the gateway. */
const PASSED_IN =
  /^(accept|range|if-(match|none-match|modified-since|unmodified-since|range)|content-(type|length)|x-amz-(content-sha256|checksum-[\w-]+|meta-[\w-]+))$/;
const PASSED_OUT =
  /^(content-(type|length|range|disposition|encoding|language)|accept-ranges|etag|last-modified|cache-control|expires)$/;
/** A file comes from the pages' own host here, and anyone may have written it, so browsers run nothing in it. */
const FILE_HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
const SILENCE_MS = 60_000;

/**
 * Lets clients follow signed links to files through the gateway: files of the gateway's bucket, by a link whose
 * signature the embedded S3 checks. Nothing else of the embedded services is reachable.
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
  // The file may be refused before all of it was sent, so its end isn't waited for.
  pipeline(request, sent).catch(() => undefined);
  const answer = await answered;
  response.writeHead(answer.statusCode ?? 502, { ...pick(answer.headers, PASSED_OUT), ...FILE_HEADERS });
  await pipeline(answer, response);
}

const pick = (headers: IncomingMessage["headers"], names: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)));

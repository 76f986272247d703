import { addressOf, type SampledRequest } from "./sampled-request.ts";

/** Writes a request as a command for curl; `$API_KEY` is the key. */
export function curlSample(request: SampledRequest): string {
  const { method, isSigned, key, body } = request;
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(addressOf(request))}`,
    ...(isSigned ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(key === null ? [] : [`-H ${quoted(`Idempotency-Key: ${key}`)}`]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Quotes a text for a shell, which changes nothing in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

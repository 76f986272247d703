import { addressOf, type SampledRequest } from "./sampled-request.ts";

/** Formats a request as a curl command, with the API key in `$API_KEY`. */
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

/** Quotes a text so that the shell leaves it unchanged. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { AwsError } from "../service/aws-error.ts";

/** A request to S3, taken apart. Addresses are `/bucket/key` (path style). */
export interface S3Request {
  method: string;
  /** Empty: the request speaks of no bucket. */
  bucket: string;
  /** Decoded; empty: the request speaks of the bucket itself. Never used as a path. */
  key: string;
  /** Path as it came, before decoding. */
  path: string;
  /** Decoded names and values, in the order in which they came. */
  query: Map<string, string>;
  headers: IncomingHttpHeaders;
  body: IncomingMessage;
}

/** @throws AwsError InvalidURI for an address that can't be decoded. */
export function parseRequest(request: IncomingMessage): S3Request {
  const [path = "/", ...rest] = (request.url ?? "/").split("?");
  const [, bucket = "", ...key] = path.split("/");
  return {
    method: request.method ?? "",
    bucket: decode(bucket),
    key: decode(key.join("/")),
    path,
    query: parseQuery(rest.join("?")),
    headers: request.headers,
    body: request,
  };
}

/** One header; undefined when absent. S3 reads none that may come twice. */
export function header(request: S3Request, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

function parseQuery(query: string): Map<string, string> {
  const pairs = query.split("&").filter((pair) => pair !== "");
  return new Map(
    pairs.map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [decode(name), decode(value.join("="))];
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AwsError("InvalidURI", "Couldn't parse the specified URI.");
  }
}

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { AwsError } from "../service/aws-error.ts";

/** A parsed S3 request. URLs are `/bucket/key` (path style). */
export interface S3Request {
  method: string;
  /** Empty: the request names no bucket. */
  bucket: string;
  /** Decoded; empty: the request is about the bucket itself. Never used as a path. */
  key: string;
  /** The path as received, before decoding. */
  path: string;
  /** Decoded names and values, in the order received. */
  query: Map<string, string>;
  headers: IncomingHttpHeaders;
  body: IncomingMessage;
}

/** @throws AwsError InvalidURI for a URL that can't be decoded. */
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

/** Returns one header; undefined if absent. S3 reads no header that can be repeated. */
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

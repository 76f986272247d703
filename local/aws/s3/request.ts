import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { AwsError } from "../service/aws-error.ts";

/** A parsed S3 request. URLs have the form `/bucket/key` (path style). */
export interface S3Request {
  method: string;
  /** The bucket, or an empty string if the request doesn't have one. */
  bucket: string;
  /** The decoded key, or an empty string if the request is for the bucket itself. Never used as a file path. */
  key: string;
  /** The path as received, before decoding. */
  path: string;
  /** The decoded query parameters, in the order received. */
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

/** Returns a header's value, or undefined if it is absent. None of the headers that S3 uses can be repeated. */
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

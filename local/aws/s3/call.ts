import { AwsError } from "../service/aws-error.ts";
import type { Blobs } from "./blobs.ts";
import { header, type S3Request } from "./request.ts";
import type { About, Bucket, Store } from "./store.ts";

/** A request with the stores that its action uses. */
export interface S3Call {
  request: S3Request;
  store: Store;
  blobs: Blobs;
  now: Date;
}

/** A response to a client. */
export interface S3Answer {
  status: number;
  headers?: Record<string, string | number>;
  /** XML or a file's bytes. Absent if the response has no body. */
  body?: string | AsyncIterable<Buffer>;
}

/** An S3 action. @throws AwsError, which is sent to the client as an S3 error. */
export type S3Action = (call: S3Call) => Promise<S3Answer> | S3Answer;

const KEPT_HEADERS = [
  "content-type",
  "content-disposition",
  "content-encoding",
  "content-language",
  "cache-control",
  "expires",
];

/** Returns the bucket that the request refers to. @throws AwsError NoSuchBucket. */
export function bucketOf({ request, store }: S3Call): Bucket {
  const bucket = store.bucket(request.bucket);
  if (bucket) return bucket;
  throw new AwsError("NoSuchBucket", "The specified bucket does not exist", {
    status: 404,
    fields: { BucketName: request.bucket },
  });
}

/** Returns the bucket and key that a request writes to. @throws AwsError NoSuchBucket. */
export function targetOf(call: S3Call): { bucket: string; key: string } {
  const { name } = bucketOf(call);
  return { bucket: name, key: call.request.key };
}

/** Returns the headers and metadata that a client sends with a new object. */
export function aboutOf(request: S3Request): About {
  const given = KEPT_HEADERS.map((name): [string, string | undefined] => [name, header(request, name)]);
  const metadata = Object.keys(request.headers).filter((name) => name.startsWith("x-amz-meta-"));
  return {
    headers: Object.fromEntries(
      given
        // Remove the transfer encoding, which isn't an encoding of the object.
        .map(([name, value]): [string, string | undefined] => [name, value?.replace(/^aws-chunked,?\s*/, "")])
        .filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ""),
    ),
    metadata: Object.fromEntries(metadata.map((name) => [name, header(request, name) ?? ""])),
  };
}

/** Formats a time for an HTTP header, e.g. `Wed, 21 Oct 2026 07:28:00 GMT`. */
export const httpTime = (ms: number) => new Date(ms).toUTCString();

import type { S3Request } from "./request.ts";

/** The actions, by method, level (bucket or key) and the parameters that select an action. */
const ACTIONS: Readonly<Record<string, string>> = {
  "PUT bucket": "CreateBucket",
  "HEAD bucket": "HeadBucket",
  "PUT bucket lifecycle": "PutBucketLifecycleConfiguration",
  "GET bucket lifecycle": "GetBucketLifecycleConfiguration",
  "PUT bucket cors": "PutBucketCors",
  "GET bucket list-type": "ListObjectsV2",
  "POST bucket delete": "DeleteObjects",
  "PUT key": "PutObject",
  "GET key": "GetObject",
  "HEAD key": "HeadObject",
  "DELETE key": "DeleteObject",
  "POST key uploads": "CreateMultipartUpload",
  "PUT key partNumber,uploadId": "UploadPart",
  "POST key uploadId": "CompleteMultipartUpload",
  "DELETE key uploadId": "AbortMultipartUpload",
};

/**
 * Listing parameters, which don't select an action. Delimiters aren't emulated, so `delimiter` becomes part of the
 * action's name.
 */
const LISTING = new Set(["prefix", "max-keys", "continuation-token", "start-after", "encoding-type", "fetch-owner"]);
/**
 * Matches parameters that any request can have: its signature, the client's note of the action, and response headers.
 */
const ANYWHERE = /^(x-amz-|x-id$|response-)/i;

/** Returns the action's name, or `{ unknown }` with the name of an action that isn't emulated. */
export function actionOf(request: S3Request): string | { unknown: string } {
  const level = request.key !== "" ? "key" : request.bucket !== "" ? "bucket" : "service";
  const choosing = [...request.query.keys()].filter(
    (name) => !ANYWHERE.test(name) && !(level === "bucket" && LISTING.has(name)),
  );
  const asked = [request.method, level, choosing.sort().join(",")].join(" ").trim();
  return ACTIONS[asked] ?? { unknown: `S3 ${asked}` };
}

import { AwsError } from "../service/aws-error.ts";
import { bucketOf, type S3Action } from "./call.ts";
import { checkKey } from "./check-request.ts";
import { corsRules } from "./cors.ts";
import { lifetimes } from "./lifetimes.ts";
import { readBody } from "./read-body.ts";
import { elements, textOf, writeXml } from "./xml.ts";

const PAGE = 1_000;

/** The actions on a bucket. */
export const BUCKET_ACTIONS: Readonly<Record<string, S3Action>> = {
  async CreateBucket({ request, store }) {
    await readBody("CreateBucket", request);
    if (store.bucket(request.bucket)) {
      const message = "Your previous request to create the named bucket succeeded and you already own it.";
      throw new AwsError("BucketAlreadyOwnedByYou", message, { status: 409 });
    }
    store.putBucket({ name: request.bucket, expirations: [], abortUploadsAfterDays: null });
    return { status: 200, headers: { location: `/${request.bucket}` } };
  },

  HeadBucket(call) {
    bucketOf(call);
    return { status: 200 };
  },

  /**
   * Sets the lifecycle rules, in days: expiration by prefix and, for the whole bucket, when to abort unfinished
   * uploads.
   */
  async PutBucketLifecycleConfiguration(call) {
    const bucket = bucketOf(call);
    const rules = lifetimes(await readBody("PutBucketLifecycleConfiguration", call.request));
    call.store.putBucket({ ...bucket, ...rules });
    return { status: 200 };
  },

  GetBucketLifecycleConfiguration(call) {
    const { expirations, abortUploadsAfterDays } = bucketOf(call);
    if (expirations.length === 0 && abortUploadsAfterDays === null) {
      const message = "The lifecycle configuration does not exist";
      throw new AwsError("NoSuchLifecycleConfiguration", message, { status: 404 });
    }
    const expiring = expirations.map(({ prefix, days }) => ({
      ID: `expire-${prefix}`,
      Filter: { Prefix: prefix },
      Status: "Enabled",
      Expiration: { Days: days },
    }));
    const aborting = {
      ID: "abort",
      Filter: { Prefix: "" },
      Status: "Enabled",
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: abortUploadsAfterDays ?? 0 },
    };
    const Rule = [...expiring, ...(abortUploadsAfterDays === null ? [] : [aborting])];
    return { status: 200, body: writeXml("LifecycleConfiguration", { Rule }) };
  },

  async PutBucketCors(call) {
    const bucket = bucketOf(call);
    call.store.putBucket({ ...bucket, cors: corsRules(await readBody("PutBucketCors", call.request)) });
    return { status: 200 };
  },

  ListObjectsV2(call) {
    const { name } = bucketOf(call);
    const { query } = call.request;
    if (query.get("list-type") !== "2") {
      throw new AwsError("NotImplemented", "Only the second version of the listing is emulated.", { status: 501 });
    }
    const prefix = query.get("prefix") ?? "";
    const token = query.get("continuation-token");
    const after = token === undefined ? (query.get("start-after") ?? "") : placeOf(token);
    const size = Math.min(PAGE, Number(query.get("max-keys") ?? PAGE) || 0);
    const found = call.store.objects(name).filter(({ key }) => key.startsWith(prefix) && isAfter(key, after));
    const page = found.slice(0, size);
    const isTruncated = page.length < found.length && size > 0;
    const encoded = query.get("encoding-type") === "url" ? encodeURIComponent : (text: string) => text;
    const body = {
      Name: name,
      Prefix: encoded(prefix),
      KeyCount: page.length,
      MaxKeys: size,
      EncodingType: query.get("encoding-type"),
      IsTruncated: isTruncated,
      NextContinuationToken: isTruncated ? Buffer.from(page.at(-1)?.key ?? "").toString("base64url") : undefined,
      Contents: page.map(({ key, etag, sizeBytes, modifiedAt }) => ({
        Key: encoded(key),
        LastModified: new Date(modifiedAt).toISOString(),
        ETag: etag,
        Size: sizeBytes,
        StorageClass: "STANDARD",
      })),
    };
    return { status: 200, body: writeXml("ListBucketResult", body) };
  },

  async DeleteObjects(call) {
    const { name } = bucketOf(call);
    const document = await readBody("DeleteObjects", call.request);
    const keys = elements(document, "Object").map((object) => textOf(object, "Key") ?? "");
    if (keys.length === 0 || keys.length > PAGE || keys.includes("")) {
      throw new AwsError("MalformedXML", `The body must name 1 to ${PAGE} keys.`);
    }
    keys.forEach(checkKey);
    for (const key of keys) call.store.removeObject(name, key);
    const isQuiet = textOf(document, "Quiet") === "true";
    return { status: 200, body: writeXml("DeleteResult", { Deleted: isQuiet ? [] : keys.map((Key) => ({ Key })) }) };
  },
};

/** Whether a key comes after another in listing order. */
const isAfter = (key: string, after: string) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;

/** @throws AwsError InvalidArgument for a token that no listing returned. */
function placeOf(token: string): string {
  const place = Buffer.from(token, "base64url");
  if (place.toString("base64url") === token && token !== "") return place.toString();
  throw new AwsError("InvalidArgument", "The continuation token provided is incorrect");
}

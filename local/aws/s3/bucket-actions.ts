import { AwsError } from "../service/aws-error.ts";
import { bucketOf, type S3Action } from "./call.ts";
import { corsRules } from "./cors.ts";
import { readText } from "./payload.ts";
import type { Expiration } from "./store.ts";
import { elements, textOf, writeXml } from "./xml.ts";

const NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PAGE = 1_000;

/** The actions on a bucket. */
export const BUCKET_ACTIONS: Readonly<Record<string, S3Action>> = {
  async CreateBucket({ request, store }) {
    await readText(request);
    if (!NAME.test(request.bucket)) {
      throw new AwsError("InvalidBucketName", "The specified bucket is not valid.");
    }
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

  /** Rules by prefix: expiration and, for the whole bucket, the end of unfinished uploads, in days. */
  async PutBucketLifecycleConfiguration(call) {
    const bucket = bucketOf(call);
    const rules = elements(await readText(call.request), "Rule");
    if (rules.length === 0) throw new AwsError("MalformedXML", "The lifecycle configuration has no rule.");
    const expirations: Expiration[] = [];
    let abortUploadsAfterDays: number | null = null;
    for (const rule of rules) {
      if (elements(rule, "Tag").length > 0 || elements(rule, "Transition").length > 0) {
        throw new AwsError("NotImplemented", "Rules by tags and transitions are not emulated here.", { status: 501 });
      }
      if (textOf(rule, "Status") !== "Enabled") continue;
      const [expiration = ""] = elements(rule, "Expiration");
      const days = wholeDays(textOf(expiration, "Days"));
      if (days !== null) expirations.push({ prefix: textOf(rule, "Prefix") ?? "", days });
      abortUploadsAfterDays ??= wholeDays(textOf(rule, "DaysAfterInitiation"));
    }
    call.store.putBucket({ ...bucket, expirations, abortUploadsAfterDays });
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
    call.store.putBucket({ ...bucket, cors: corsRules(await readText(call.request)) });
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
    const after = token === undefined ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
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
    const document = await readText(call.request);
    const keys = elements(document, "Object").map((object) => textOf(object, "Key") ?? "");
    if (keys.length === 0 || keys.length > PAGE || keys.includes("")) {
      throw new AwsError("MalformedXML", `The body must name 1 to ${PAGE} keys.`);
    }
    for (const key of keys) call.store.removeObject(name, key);
    const isQuiet = textOf(document, "Quiet") === "true";
    return { status: 200, body: writeXml("DeleteResult", { Deleted: isQuiet ? [] : keys.map((Key) => ({ Key })) }) };
  },
};

/** In the order of the listing. */
const isAfter = (key: string, after: string) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;

function wholeDays(text: string | undefined): number | null {
  if (text === undefined) return null;
  const days = Number(text);
  if (Number.isInteger(days) && days > 0) return days;
  throw new AwsError("InvalidArgument", "Days in a lifecycle rule must be a positive whole number.");
}

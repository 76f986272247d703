import * as client from "@aws-sdk/client-s3";
import { NormalizedSchema } from "@smithy/core/schema";
import { inputSchema } from "../checks/input-check.ts";
import { AwsError } from "../service/aws-error.ts";
import { header, type S3Request } from "./request.ts";
import { ANYWHERE, TAKEN } from "./taken.ts";

const KEY_BYTES = 1_024;
const METADATA_BYTES = 2_048;
const HEADER_BYTES = 8_192;
const OBJECT_BYTES = 5 * 1_024 ** 3;
const MOST_KEYS = 2_147_483_647;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET_NAME = /^(?!xn--|sthree-|amzn-s3-demo-)(?!.*\.\.)(?!\d+(\.\d+){3}$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const RESERVED_END = /(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/;

const CHECKSUM = /^x-amz-checksum-(crc32|crc32c|crc64nvme|md5|sha1|sha256|sha512|xxhash\w+)$/;
/** The length of each emulated digest in bytes, before base64 encoding. */
const DIGEST = { "x-amz-checksum-crc32": 4, "x-amz-checksum-sha256": 32, "content-md5": 16 } as const;

/** Headers and parameters for which S3 accepts only certain values, each with S3's error code and message. */
const VALUES: Readonly<Record<string, { taken: readonly string[]; code: string; message: string }>> = {
  "x-amz-sdk-checksum-algorithm": {
    taken: Object.values(client.ChecksumAlgorithm),
    code: "InvalidRequest",
    message: "Value for x-amz-sdk-checksum-algorithm header is invalid.",
  },
  "x-amz-checksum-algorithm": {
    taken: Object.values(client.ChecksumAlgorithm),
    code: "InvalidRequest",
    message: "Checksum algorithm provided is unsupported. Please try again with any of the valid types.",
  },
  "x-amz-checksum-mode": {
    taken: Object.values(client.ChecksumMode),
    code: "InvalidArgument",
    message: "Unknown value for x-amz-checksum-mode.",
  },
  "encoding-type": {
    taken: Object.values(client.EncodingType),
    code: "InvalidArgument",
    message: "Invalid Encoding Method specified in Request",
  },
};

/** Returns an action's headers and parameters according to S3's service model, in lower case. */
export function namedByModel(action: string): string[] {
  const shape = NormalizedSchema.of(inputSchema(client, action) as Parameters<typeof NormalizedSchema.of>[0]); // the SDK's own
  return [...shape.structIterator()].flatMap(([, member]) => {
    const { httpHeader, httpQuery, httpPrefixHeaders } = member.getMergedTraits();
    return [httpHeader, httpQuery, httpPrefixHeaders]
      .filter((name) => name !== undefined)
      .map((name) => String(name).toLowerCase());
  });
}

const models = new Map<string, ReadonlySet<string>>();

/**
 * Refuses a request before its action runs if it isn't emulated, or if S3 would refuse its names, sizes or values.
 * @throws AwsError with S3's error code.
 */
export function checkRequest(action: string, request: S3Request): void {
  checkNames(request);
  checkTaken(action, request);
  checkSizes(action, request);
  checkDigests(request);
  for (const [name, { taken, code, message }] of Object.entries(VALUES)) {
    const given = header(request, name) ?? request.query.get(name);
    if (given !== undefined && !taken.includes(given)) throw new AwsError(code, message);
  }
  const most = request.query.get("max-keys");
  if (action === "ListObjectsV2" && most !== undefined && !(/^\d+$/.test(most) && Number(most) <= MOST_KEYS))
    throw new AwsError("InvalidArgument", `Argument max-keys must be an integer between 0 and ${MOST_KEYS}`);
}

function checkNames({ bucket, key }: S3Request): void {
  if (!BUCKET_NAME.test(bucket) || RESERVED_END.test(bucket))
    throw new AwsError("InvalidBucketName", "The specified bucket is not valid.", { fields: { BucketName: bucket } });
  checkKey(key);
}

/** @throws AwsError KeyTooLongError. */
export function checkKey(key: string): void {
  const Size = Buffer.byteLength(key);
  if (Size <= KEY_BYTES) return;
  throw new AwsError("KeyTooLongError", "Your key is too long", { fields: { Size, MaxSizeAllowed: KEY_BYTES } });
}

function checkTaken(action: string, { headers, query }: S3Request): void {
  const model = models.get(action) ?? new Set(namedByModel(action));
  models.set(action, model);
  const own = TAKEN[action]?.names ?? [];
  const isTaken = (name: string) =>
    ANYWHERE.has(name) || own.some((one) => (one.endsWith("-") ? name.startsWith(one) : name === one));
  // Checksums that aren't emulated are refused elsewhere, with an error that says which kind they are.
  const isOfS3 = (name: string) => model.has(name) || name.startsWith("x-amz-");
  const asked = [...Object.keys(headers).filter(isOfS3), ...[...query.keys()].map((name) => name.toLowerCase())];
  const [other] = asked.filter((name) => !isTaken(name));
  if (other === undefined) return;
  throw new AwsError("NotImplemented", `S3 ${action} with ${other} is not emulated here.`, { status: 501 });
}

function checkSizes(action: string, request: S3Request): void {
  const sizeOf = (names: string[], after = 0) =>
    names.reduce(
      (sum, name) => sum + Buffer.byteLength(name.slice(after)) + Buffer.byteLength(header(request, name) ?? ""),
      0,
    );
  const names = Object.keys(request.headers);
  if (sizeOf(names) > HEADER_BYTES) {
    const message =
      "Your request header and query parameters used to make the request exceed the maximum allowed size.";
    throw new AwsError("RequestHeaderSectionTooLarge", message, { fields: { MaxSizeAllowed: HEADER_BYTES } });
  }
  const Size = sizeOf(
    names.filter((name) => name.startsWith("x-amz-meta-")),
    "x-amz-meta-".length,
  );
  if (Size > METADATA_BYTES) {
    const message = "Your metadata headers exceed the maximum allowed metadata size";
    throw new AwsError("MetadataTooLarge", message, { fields: { Size, MaxSizeAllowed: METADATA_BYTES } });
  }
  if (action !== "PutObject" && action !== "UploadPart") return;
  const length = header(request, "x-amz-decoded-content-length") ?? header(request, "content-length");
  if (length === undefined)
    throw new AwsError("MissingContentLength", "You must provide the Content-Length HTTP header.", { status: 411 });
  if (Number(length) > OBJECT_BYTES) {
    const fields = { ProposedSize: length, MaxSizeAllowed: OBJECT_BYTES };
    throw new AwsError("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size", { fields });
  }
}

function checkDigests(request: S3Request): void {
  const given = Object.keys(request.headers).filter((name) => CHECKSUM.test(name));
  if (given.length > 1) {
    const message = "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.";
    throw new AwsError("InvalidRequest", message);
  }
  for (const [name, bytes] of Object.entries(DIGEST)) {
    const value = header(request, name);
    if (value === undefined) continue;
    const digest = Buffer.from(value, "base64");
    if (digest.length === bytes && digest.toString("base64") === value) continue;
    throw name === "content-md5"
      ? new AwsError("InvalidDigest", "The Content-MD5 you specified was invalid.")
      : new AwsError("InvalidRequest", `Value for ${name} header is invalid.`);
  }
}

import { createHash, randomUUID } from "node:crypto";
import { AwsError } from "../service/aws-error.ts";
import { aboutOf, bucketOf, type S3Action, type S3Call, targetOf } from "./call.ts";
import { checked } from "./object-actions.ts";
import { readPayload, readText } from "./payload.ts";
import { malformed, readBody } from "./read-body.ts";
import { header, type S3Request } from "./request.ts";
import type { MultipartUpload } from "./store.ts";
import { elements, textOf, writeXml } from "./xml.ts";

const MAX_PARTS = 10_000;
/** The minimum size of every part but the last. */
const LEAST_BYTES = 5 * 1_024 * 1_024;

/** The actions on multipart uploads. */
export const MULTIPART_ACTIONS: Readonly<Record<string, S3Action>> = {
  async CreateMultipartUpload(call) {
    const target = targetOf(call);
    await readText(call.request);
    const checksum = checksumOf(call.request);
    const id = randomUUID();
    call.store.putUpload({
      id,
      ...target,
      ...aboutOf(call.request),
      parts: {},
      ...(checksum !== undefined && { checksum }),
      startedAt: call.now.getTime(),
    });
    const body = { Bucket: target.bucket, Key: target.key, UploadId: id };
    return { status: 200, body: writeXml("InitiateMultipartUploadResult", body) };
  },

  async UploadPart(call) {
    const { id, checksum } = uploadOf(call);
    checkKind(call.request, checksum);
    const number = Number(call.request.query.get("partNumber"));
    if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) {
      throw new AwsError("InvalidArgument", `Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`);
    }
    const payload = readPayload(call.request);
    const blob = await call.blobs.write(payload.bytes);
    const { sizeBytes, md5, crc32 } = checked(() => payload.check(), blob, call.blobs);
    // The upload may have been aborted or completed while the part was being received.
    const upload = checked(() => uploadOf(call, id), blob, call.blobs);
    const old = upload.parts[number];
    call.store.putUpload({ ...upload, parts: { ...upload.parts, [number]: { blob, sizeBytes, md5, crc32 } } });
    if (old) call.blobs.remove(old.blob);
    return { status: 200, headers: { etag: `"${md5}"`, "x-amz-checksum-crc32": crc32 } };
  },

  async CompleteMultipartUpload(call) {
    uploadOf(call);
    const named = elements(await readBody("CompleteMultipartUpload", call.request), "Part").map((part) => ({
      number: Number(textOf(part, "PartNumber")),
      md5: (textOf(part, "ETag") ?? "").replaceAll('"', ""),
      crc32: textOf(part, "ChecksumCRC32"),
    }));
    const upload = uploadOf(call);
    const parts = chosenParts(upload, named);
    const digests = parts.map(({ md5 }) => Buffer.from(md5, "hex"));
    const etag = `"${createHash("md5").update(Buffer.concat(digests)).digest("hex")}-${parts.length}"`;
    const { id: _id, parts: _parts, checksum: _checksum, startedAt: _startedAt, ...rest } = upload;
    // Remove the upload first. If the process is killed in between, neither the upload nor the object is left, and the
    // client hasn't received a response.
    call.store.removeUpload(upload, new Set(parts.map(({ blob }) => blob)));
    call.store.putObject({
      ...rest,
      pieces: parts.map(({ blob, sizeBytes }) => ({ blob, sizeBytes })),
      sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      etag,
      crc32: null,
      modifiedAt: call.now.getTime(),
    });
    const body = { Location: call.request.path, Bucket: upload.bucket, Key: upload.key, ETag: etag };
    return { status: 200, body: writeXml("CompleteMultipartUploadResult", body) };
  },

  AbortMultipartUpload(call) {
    call.store.removeUpload(uploadOf(call));
    return { status: 204 };
  },
};

function uploadOf(call: S3Call, id = call.request.query.get("uploadId") ?? ""): MultipartUpload {
  const { name } = bucketOf(call);
  const upload = call.store.upload(id);
  if (upload && upload.bucket === name && upload.key === call.request.key) return upload;
  const message =
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.";
  throw new AwsError("NoSuchUpload", message, { status: 404 });
}

/** Returns the kind of checksum used by the parts of a new upload. @throws AwsError for a kind that isn't emulated. */
function checksumOf(request: S3Request): string | undefined {
  const kind = header(request, "x-amz-checksum-algorithm")?.toLowerCase();
  if (kind === undefined || kind === "crc32") return kind;
  throw new AwsError("NotImplemented", `Uploads with checksums of the kind ${kind} are not emulated here.`, {
    status: 501,
  });
}

/** @throws AwsError for a part whose kind of checksum differs from its upload's. */
function checkKind(request: S3Request, kind: string | undefined): void {
  if (kind === undefined) return;
  const names = [...Object.keys(request.headers), ...(header(request, "x-amz-trailer") ?? "").split(",")];
  if (names.some((name) => name.trim() === `x-amz-checksum-${kind}`)) return;
  const [, other = "null"] = /x-amz-checksum-(\w+)/.exec(names.join()) ?? [];
  const message = `Checksum Type mismatch occurred, expected checksum Type: ${kind}, actual checksum Type: ${other}`;
  throw new AwsError("InvalidRequest", message);
}

function chosenParts(upload: MultipartUpload, named: { number: number; md5: string; crc32: string | undefined }[]) {
  if (named.length === 0 || named.length > MAX_PARTS) throw malformed();
  const bare = named.find(({ crc32 }) => crc32 === undefined);
  if (upload.checksum !== undefined && bare) {
    const message = `The upload was created using a ${upload.checksum} checksum. The complete request must include the checksum for each part. It was missing for part ${bare.number} in the request.`;
    throw new AwsError("InvalidRequest", message);
  }
  return named.map(({ number, md5, crc32 }, at) => {
    const before = named[at - 1];
    if (before && before.number >= number) {
      throw new AwsError("InvalidPartOrder", "The list of parts was not in ascending order.");
    }
    const part = upload.parts[number];
    if (!part || part.md5 !== md5 || (crc32 !== undefined && crc32 !== part.crc32)) {
      throw new AwsError("InvalidPart", `Part ${number} was not uploaded, or it is not what was uploaded.`);
    }
    if (part.sizeBytes < LEAST_BYTES && at < named.length - 1) {
      throw new AwsError("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
    }
    return part;
  });
}

import { AwsError } from "../service/aws-error.ts";
import type { Blobs } from "./blobs.ts";
import { aboutOf, bucketOf, httpTime, type S3Action, type S3Call, targetOf } from "./call.ts";
import { readPayload } from "./payload.ts";
import type { Piece, StoredObject } from "./store.ts";

const CRC32 = "x-amz-checksum-crc32";

/** Signed URL parameters that set response headers. */
const RESPONSE_HEADERS = [
  "content-type",
  "content-disposition",
  "content-encoding",
  "content-language",
  "cache-control",
];

/** The actions on a single object. */
export const OBJECT_ACTIONS: Readonly<Record<string, S3Action>> = {
  async PutObject(call) {
    const target = targetOf(call);
    const payload = readPayload(call.request);
    const blob = await call.blobs.write(payload.bytes);
    const digest = checked(() => payload.check(), blob, call.blobs);
    const { sizeBytes, md5, crc32 } = digest;
    call.store.putObject({
      ...target,
      ...aboutOf(call.request),
      pieces: [{ blob, sizeBytes }],
      sizeBytes,
      etag: `"${md5}"`,
      crc32,
      modifiedAt: call.now.getTime(),
    });
    return { status: 200, headers: { etag: `"${md5}"`, [CRC32]: crc32 } };
  },

  GetObject(call) {
    const object = objectOf(call);
    const range = rangeOf(call.request.headers.range, object.sizeBytes);
    const { first, last } = range ?? { first: 0, last: object.sizeBytes - 1 };
    return {
      status: range ? 206 : 200,
      headers: {
        ...describe(object),
        ...overrides(call),
        "x-content-type-options": "nosniff",
        // Clients that request the checksum compare it with the bytes they receive, so omit it for a range.
        ...(call.request.headers["x-amz-checksum-mode"] && !range && object.crc32 && { [CRC32]: object.crc32 }),
        "content-length": last - first + 1,
        ...(range && { "content-range": `bytes ${first}-${last}/${object.sizeBytes}` }),
      },
      body: bytesOf(object.pieces, first, last, call.blobs),
    };
  },

  HeadObject(call) {
    const object = objectOf(call);
    return { status: 200, headers: { ...describe(object), "content-length": object.sizeBytes } };
  },

  DeleteObject(call) {
    call.store.removeObject(bucketOf(call).name, call.request.key);
    return { status: 204 };
  },
};

/** Runs a check on a stored body, and deletes the body if the check fails. */
export function checked<T>(check: () => T, blob: string, blobs: Blobs): T {
  try {
    return check();
  } catch (error) {
    blobs.remove(blob);
    throw error;
  }
}

function objectOf(call: S3Call): StoredObject {
  const { name } = bucketOf(call);
  const object = call.store.object(name, call.request.key);
  if (object) return object;
  const fields = { Key: call.request.key };
  throw new AwsError("NoSuchKey", "The specified key does not exist.", { status: 404, fields });
}

function describe(object: StoredObject): Record<string, string> {
  return {
    "content-type": "binary/octet-stream",
    ...object.headers,
    ...object.metadata,
    etag: object.etag,
    "last-modified": httpTime(object.modifiedAt),
    "accept-ranges": "bytes",
  };
}

function overrides({ request: { query } }: S3Call): Record<string, string> {
  const pairs = RESPONSE_HEADERS.map((name): [string, string | undefined] => [name, query.get(`response-${name}`)]);
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/**
 * Parses a Range header. Returns null for the whole object. Like S3, it ignores a header of any other form. @throws
 * AwsError InvalidRange.
 */
function rangeOf(header: string | undefined, size: number): { first: number; last: number } | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (first <= last) return { first, last };
  if (from !== "" && to !== "" && Number(from) > Number(to)) return null;
  throw new AwsError("InvalidRange", "The requested range is not satisfiable", {
    status: 416,
    fields: { RangeRequested: header, ActualObjectSize: size },
  });
}

async function* bytesOf(pieces: readonly Piece[], first: number, last: number, blobs: Blobs): AsyncGenerator<Buffer> {
  let begin = 0;
  for (const { blob, sizeBytes } of pieces) {
    const from = Math.max(first - begin, 0);
    const to = Math.min(last - begin, sizeBytes - 1);
    if (from <= to) yield* blobs.read(blob, from, to);
    begin += sizeBytes;
  }
}

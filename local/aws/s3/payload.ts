import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { AwsError } from "../service/aws-error.ts";
import { unchunk } from "./chunked.ts";
import { header, type S3Request } from "./request.ts";

/** The size and checksums of a body that has been read completely. */
export interface Digest {
  sizeBytes: number;
  /** The MD5 in hex. */
  md5: string;
  /** The CRC-32 in base64, as in `x-amz-checksum-crc32`. */
  crc32: string;
}

/** A body that is being received. Read `bytes` to the end, then call `check`. */
export interface Payload {
  bytes: AsyncIterable<Buffer>;
  /** @throws AwsError if the body doesn't match the length and checksums in the request. */
  check(): Digest;
}

const CHECKSUM = "x-amz-checksum-";
/** Headers that don't contain a checksum, even though their names begin like those of headers that do. */
const NO_CHECKSUMS = ["x-amz-checksum-mode", "x-amz-checksum-algorithm", "x-amz-checksum-type"];

/** Returns a request's body as a stream whose size and checksums are calculated as it is read. */
export function readPayload(request: S3Request): Payload {
  const trailers = new Map<string, string>();
  const signed = header(request, "x-amz-content-sha256") ?? "";
  const source: AsyncIterable<Buffer> = signed.startsWith("STREAMING-")
    ? unchunk(request.body, trailers)
    : request.body;
  const md5 = createHash("md5");
  const sha256 = createHash("sha256");
  let crc = 0;
  let sizeBytes = 0;

  async function* bytes() {
    for await (const part of source) {
      md5.update(part);
      sha256.update(part);
      crc = crc32(part, crc);
      sizeBytes += part.length;
      yield part;
    }
  }

  return {
    bytes: bytes(),
    check() {
      const digests = { md5: md5.digest(), sha256: sha256.digest(), crc32: crcBytes(crc) };
      const length = header(request, "x-amz-decoded-content-length") ?? header(request, "content-length");
      if (length !== undefined && Number(length) !== sizeBytes) {
        throw new AwsError("IncompleteBody", `The body has ${sizeBytes} bytes, not ${length} as announced.`);
      }
      if (/^[0-9a-f]{64}$/.test(signed) && digests.sha256.toString("hex") !== signed) {
        const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
        throw new AwsError("XAmzContentSHA256Mismatch", message);
      }
      const contentMd5 = header(request, "content-md5");
      if (contentMd5 !== undefined && digests.md5.toString("base64") !== contentMd5) {
        throw new AwsError("BadDigest", "The Content-MD5 you specified did not match what we received.");
      }
      for (const [name, value] of announced(request, trailers)) checkOne(name, value, digests);
      return { sizeBytes, md5: digests.md5.toString("hex"), crc32: digests.crc32.toString("base64") };
    },
  };
}

/** Reads a body of a few kilobytes as text and checks it. @throws AwsError under the same conditions as `check`. */
export async function readText(request: S3Request): Promise<string> {
  const payload = readPayload(request);
  const parts: Buffer[] = [];
  for await (const part of payload.bytes) parts.push(part);
  payload.check();
  return Buffer.concat(parts).toString("utf8");
}

function announced(request: S3Request, trailers: Map<string, string>): [string, string][] {
  const headers = Object.keys(request.headers).map((name): [string, string] => [name, header(request, name) ?? ""]);
  return [...headers, ...trailers].filter(([name]) => name.startsWith(CHECKSUM) && !NO_CHECKSUMS.includes(name));
}

function checkOne(name: string, value: string, digests: { crc32: Buffer; sha256: Buffer }): void {
  const kind = name.slice(CHECKSUM.length);
  if (kind !== "crc32" && kind !== "sha256") {
    throw new AwsError("NotImplemented", `Checksums of the kind ${kind} are not emulated here.`, { status: 501 });
  }
  if (digests[kind].toString("base64") === value) return;
  throw new AwsError("BadDigest", `The ${kind.toUpperCase()} you specified did not match the calculated checksum.`);
}

function crcBytes(crc: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes;
}

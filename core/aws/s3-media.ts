import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { FileNames, MediaStore } from "../ports.ts";
import { awsClient } from "./aws-client.ts";
import { fileHeaders } from "./file-headers.ts";
import { takeIn } from "./intake.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/** The smallest part that S3 accepts in a multipart upload. A smaller file is uploaded in a single request. */
const PART_BYTES = 5 * 1024 * 1024;
/** Options for a request that uploads a part or assembles a file from its parts. */
const WITH_A_PART = { requestTimeout: REQUEST_LIMITS.filePart.answerMs };

/**
 * The session service's media store, built on the full S3 client. It streams files of any size in parts, with one part
 * in memory at a time. Functions use the smaller store in s3-small-media.ts. Links point to the gateway itself:
 * core/operations/files/link-file.ts.
 */
export function s3Media(config: { bucket: string }): Omit<MediaStore, "link"> & FileNames & { close(): void } {
  const s3 = awsClient(S3Client, REQUEST_LIMITS.files);
  const place = (key: string) => ({ Bucket: config.bucket, Key: key });

  /** Uploads a file in parts. @param first the part already read; more may follow. */
  async function putInParts(
    target: ReturnType<typeof place> & Headers,
    first: Buffer,
    rest: AsyncIterator<Buffer>,
  ): Promise<void> {
    const begun = await s3.send(new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: "CRC32" }));
    const upload = { Bucket: target.Bucket, Key: target.Key, UploadId: begun.UploadId };
    const parts: CompletedPart[] = [];
    try {
      for (let body: Buffer | undefined = first; body; body = await nextOf(rest)) {
        const PartNumber = parts.length + 1;
        const sent = await s3.send(new UploadPartCommand({ ...upload, PartNumber, Body: body }), WITH_A_PART);
        parts.push({ PartNumber, ETag: sent.ETag, ChecksumCRC32: sent.ChecksumCRC32 });
      }
      const whole = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } });
      await s3.send(whole, WITH_A_PART);
    } catch (error) {
      await rest.return?.();
      // If the parts can't be deleted now, the bucket's lifecycle rule removes them after a day.
      await s3.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  }

  return {
    async put(key, file, about) {
      const intake = takeIn(file, { maxBytes: about.maxBytes, partBytes: PART_BYTES });
      const parts = intake.parts[Symbol.asyncIterator]();
      const first = await nextOf(parts);
      const target = { ...place(key), ...headersOf(about, first ?? Buffer.alloc(0)) };
      if (first && first.length === PART_BYTES) await putInParts(target, first, parts);
      else {
        // A part shorter than the minimum is the last one. Reading the file to its end completes the byte count. If
        // reading fails, nothing has been sent yet.
        const body = first ?? Buffer.alloc(0);
        await parts.next();
        await s3.send(new PutObjectCommand({ ...target, Body: body }), WITH_A_PART);
      }
      return intake.result();
    },

    async get(key) {
      try {
        const found = await s3.send(new GetObjectCommand(place(key)));
        // In Node, the SDK's body is a Readable, which is async iterable.
        return (found.Body as AsyncIterable<Uint8Array> | undefined) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },

    async remove(key) {
      await s3.send(new DeleteObjectCommand(place(key)));
    },

    async list(Prefix, MaxKeys) {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: config.bucket, Prefix, MaxKeys }));
      return Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
    },

    close: () => s3.destroy(),
  };
}

type Headers = { ContentType: string; ContentDisposition: string };

function headersOf(about: { mimetype: string; filename: string | null }, begins: Uint8Array): Headers {
  const { contentType, contentDisposition } = fileHeaders(about, begins);
  return { ContentType: contentType, ContentDisposition: contentDisposition };
}

async function nextOf(parts: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const next = await parts.next();
  return next.done ? undefined : next.value;
}

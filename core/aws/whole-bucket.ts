import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { awsClient } from "./aws-client.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/** The headers a stored file is served with. */
export interface StoredHeaders {
  ContentType?: string | undefined;
  ContentDisposition?: string | undefined;
}

/** Access to an entire bucket, for an operator who is moving it. */
export interface WholeBucket {
  keys(): AsyncGenerator<string>;
  /** @returns null if the file was deleted in the meantime. */
  read(key: string): Promise<{ headers: StoredHeaders; bytes: AsyncIterable<Uint8Array> } | null>;
  /** Stores a file of any size, holding only one part in memory at a time. */
  write(key: string, headers: StoredHeaders, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  close(): void;
}

/** The smallest part that S3 accepts in a multipart upload. */
const PART_BYTES = 5 * 1024 * 1024;
const WITH_A_PART = { requestTimeout: REQUEST_LIMITS.filePart.answerMs };

/** Opens a whole bucket. */
export function wholeBucket(Bucket: string): WholeBucket {
  const s3 = awsClient(S3Client, REQUEST_LIMITS.files);

  async function writeParts(target: { Bucket: string; Key: string } & StoredHeaders, parts: AsyncIterable<Buffer>) {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(target));
    const upload = { Bucket, Key: target.Key, UploadId };
    const done: CompletedPart[] = [];
    try {
      for await (const Body of parts) {
        const PartNumber = done.length + 1;
        const { ETag } = await s3.send(new UploadPartCommand({ ...upload, PartNumber, Body }), WITH_A_PART);
        done.push({ PartNumber, ETag });
      }
      await s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } }), WITH_A_PART);
    } catch (error) {
      await s3.send(new AbortMultipartUploadCommand(upload)).catch(() => {}); // else the bucket's rule removes it
      throw error;
    }
  }

  return {
    async *keys() {
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await s3.send(
          new ListObjectsV2Command({ Bucket, ...(ContinuationToken && { ContinuationToken }) }),
        );
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        if (!page.NextContinuationToken) return;
        ContinuationToken = page.NextContinuationToken;
      }
    },
    async read(Key) {
      try {
        const { Body, ContentType, ContentDisposition } = await s3.send(new GetObjectCommand({ Bucket, Key }));
        if (!Body) return null;
        return { headers: { ContentType, ContentDisposition }, bytes: Body as AsyncIterable<Uint8Array> }; // a Readable
      } catch (error) {
        if (error instanceof Error && error.name === "NoSuchKey") return null;
        throw error;
      }
    },
    async write(Key, headers, bytes) {
      const target = { Bucket, Key, ...headers };
      const parts = inParts(bytes);
      const first = await parts.next();
      const body = first.done ? Buffer.alloc(0) : first.value;
      if (body.length < PART_BYTES) await s3.send(new PutObjectCommand({ ...target, Body: body }), WITH_A_PART);
      else await writeParts(target, withFirst(body, parts));
    },
    close: () => s3.destroy(),
  };
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    held.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { onTestFinished } from "vitest";
import type { Emulators } from "../../local/aws/emulators.ts";
import { startAws } from "./support.ts";

export const BUCKET = "files";

/** Creates a client for the embedded S3. It is destroyed after the test. */
export function clientOf(env: Emulators["env"]) {
  const s3 = new S3Client({
    endpoint: env.AWS_ENDPOINT_URL ?? "",
    region: env.AWS_REGION ?? "",
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? "", secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? "" },
    maxAttempts: 1,
  });
  onTestFinished(() => s3.destroy());
  return s3;
}

/** Starts the embedded services, with an S3 client and shortcuts for its requests. */
export async function startFiles(options: Parameters<typeof startAws>[0] = {}) {
  const started = await startAws(options);
  const s3 = clientOf(started.aws.env);
  const at = (Key: string) => ({ Bucket: BUCKET, Key });
  const put = (Key: string, Body: string | Uint8Array = "contents") =>
    s3.send(new PutObjectCommand({ ...at(Key), Body }));
  const get = async (Key: string) => (await s3.send(new GetObjectCommand(at(Key)))).Body?.transformToByteArray();
  const text = async (Key: string) => Buffer.from((await get(Key)) ?? []).toString();
  const keys = async (more = {}) =>
    (await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, ...more }))).Contents?.map(({ Key }) => Key) ?? [];
  return { ...started, s3, at, put, get, text, keys };
}

/** Starts the same services and client, and creates the bucket. */
export async function withBucket(options: Parameters<typeof startAws>[0] = {}) {
  const files = await startFiles(options);
  await files.s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return files;
}

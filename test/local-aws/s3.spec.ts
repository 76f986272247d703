import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { runningClock, START } from "../support/test-clock.ts";
import { BUCKET, clientOf, startFiles, withBucket } from "./files.ts";
import { after, temporaryFolder } from "./support.ts";

const DAY_MS = 86_400_000;
const PART = 5 * 1024 * 1024;

test("a file is given back as it was put, with what was said about it", async () => {
  const { s3, at, get } = await withBucket();
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 251));
  const put = await s3.send(
    new PutObjectCommand({
      ...at("ACC/a/photo"),
      Body: bytes,
      ContentType: "image/jpeg",
      ContentDisposition: 'attachment; filename="p.jpg"',
      Metadata: { sender: "somebody" },
    }),
  );
  expect(Buffer.compare(Buffer.from((await get("ACC/a/photo")) ?? []), bytes)).toBe(0);
  expect(await s3.send(new HeadObjectCommand(at("ACC/a/photo")))).toMatchObject({
    ETag: put.ETag,
    ContentLength: 70_000,
    ContentType: "image/jpeg",
    ContentDisposition: 'attachment; filename="p.jpg"',
    Metadata: { sender: "somebody" },
  });
});

test("a stream comes in by chunks with its checksum at the end, and a wrong checksum leaves nothing", async () => {
  const { s3, at, text } = await withBucket();
  const parts = ["first ", "second ", "x".repeat(100_000)];
  const length = parts.join("").length;
  await s3.send(
    new PutObjectCommand({ ...at("streamed"), Body: Readable.from(parts.map(Buffer.from)), ContentLength: length }),
  );
  expect(await text("streamed")).toBe(parts.join(""));
  expect((await s3.send(new HeadObjectCommand(at("streamed")))).ContentEncoding).toBeUndefined();

  const wrong = new PutObjectCommand({ ...at("wrong"), Body: "contents", ChecksumCRC32: "AAAAAA==" });
  await expect(s3.send(wrong)).rejects.toMatchObject({ name: "BadDigest" });
  await expect(text("wrong")).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("an empty file is a file", async () => {
  const { put, text, s3, at } = await withBucket();
  await put("empty", new Uint8Array());
  expect(await text("empty")).toBe("");
  expect((await s3.send(new HeadObjectCommand(at("empty")))).ContentLength).toBe(0);
});

test("a range gives that part, and one past the end is refused", async () => {
  const { s3, at, put } = await withBucket();
  await put("digits", "0123456789");
  const range = async (Range: string) => {
    const answer = await s3.send(new GetObjectCommand({ ...at("digits"), Range }));
    return [answer.ContentRange, await answer.Body?.transformToString()];
  };
  expect(await range("bytes=2-4")).toEqual(["bytes 2-4/10", "234"]);
  expect(await range("bytes=7-")).toEqual(["bytes 7-9/10", "789"]);
  expect(await range("bytes=-3")).toEqual(["bytes 7-9/10", "789"]);
  expect(await range("bytes=8-99")).toEqual(["bytes 8-9/10", "89"]);
  await expect(range("bytes=10-")).rejects.toMatchObject({ name: "InvalidRange" });
});

test("what is not there is answered as S3 answers it", async () => {
  const { s3, at, put, get } = await withBucket();
  await expect(get("nothing")).rejects.toMatchObject({ name: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
  await expect(s3.send(new HeadObjectCommand(at("nothing")))).rejects.toMatchObject({ name: "NotFound" });
  await expect(s3.send(new HeadBucketCommand({ Bucket: "others" }))).rejects.toMatchObject({ name: "NotFound" });
  await expect(s3.send(new PutObjectCommand({ Bucket: "others", Key: "a", Body: "a" }))).rejects.toMatchObject({
    name: "NoSuchBucket",
  });
  await expect(s3.send(new CreateBucketCommand({ Bucket: BUCKET }))).rejects.toMatchObject({
    name: "BucketAlreadyOwnedByYou",
  });
  await s3.send(new DeleteObjectCommand(at("nothing")));
  await put("a");
  await s3.send(new DeleteObjectCommand(at("a")));
  await expect(get("a")).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a listing is in the order of the keys' bytes, by prefix and by pages", async () => {
  const { s3, put, keys } = await withBucket();
  const names = ["ACC/a/1", "ACC/a/2 &<ü>", "ACC/a/10", "ACC/b/1", "z"];
  for (const name of names) await put(name);
  expect(await keys()).toEqual(["ACC/a/1", "ACC/a/10", "ACC/a/2 &<ü>", "ACC/b/1", "z"]);
  expect(await keys({ Prefix: "ACC/a/" })).toEqual(["ACC/a/1", "ACC/a/10", "ACC/a/2 &<ü>"]);

  const first = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, MaxKeys: 3 }));
  expect(first).toMatchObject({ IsTruncated: true, KeyCount: 3 });
  expect(await keys({ ContinuationToken: first.NextContinuationToken })).toEqual(["ACC/b/1", "z"]);

  const Delete = { Objects: names.slice(0, 3).map((Key) => ({ Key })) };
  await s3.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete }));
  expect(await keys()).toEqual(["ACC/b/1", "z"]);
});

test("parts become one file in their order; what is aborted is gone", async () => {
  const { s3, at, get, keys } = await withBucket();
  const begun = await s3.send(new CreateMultipartUploadCommand({ ...at("big"), ContentType: "video/mp4" }));
  const upload = { ...at("big"), UploadId: begun.UploadId };
  const send = async (PartNumber: number, letter: string, size: number) => {
    const Body = Buffer.alloc(size, letter);
    const { ETag } = await s3.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const last = await send(2, "b", 10);
  const first = await send(1, "a", PART);
  const complete = (Parts: object[]) =>
    s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  await expect(complete([first, first])).rejects.toMatchObject({ name: "InvalidPartOrder" });
  await expect(complete([first, { PartNumber: 3, ETag: '"none"' }])).rejects.toMatchObject({ name: "InvalidPart" });
  await complete([first, last]);
  const bytes = Buffer.from((await get("big")) ?? []);
  expect([bytes.length, bytes.indexOf("b")]).toEqual([PART + 10, PART]);
  const seam = await s3.send(new GetObjectCommand({ ...at("big"), Range: `bytes=${PART - 1}-${PART}` }));
  expect(await seam.Body?.transformToString()).toBe("ab");
  expect((await s3.send(new HeadObjectCommand(at("big")))).ContentType).toBe("video/mp4");
  await expect(complete([first])).rejects.toMatchObject({ name: "NoSuchUpload" });

  const other = await s3.send(new CreateMultipartUploadCommand(at("never")));
  await s3.send(new AbortMultipartUploadCommand({ ...at("never"), UploadId: other.UploadId }));
  const late = new UploadPartCommand({ ...at("never"), UploadId: other.UploadId, PartNumber: 1, Body: "late" });
  await expect(s3.send(late)).rejects.toMatchObject({ name: "NoSuchUpload" });
  expect(await keys()).toEqual(["big"]);
});

test("what is not emulated fails with its name", async () => {
  const warnings: string[] = [];
  const log = { info() {}, error() {}, warn: (_fields: unknown, message: string) => void warnings.push(message) };
  const { s3, at, put } = await withBucket({ log });
  await put("a");
  const copy = new CopyObjectCommand({ ...at("b"), CopySource: `${BUCKET}/a` });
  await expect(s3.send(copy)).rejects.toThrow("S3 PutObject with x-amz-copy-source is not emulated here.");
  const delimited = new ListObjectsV2Command({ Bucket: BUCKET, Delimiter: "/" });
  await expect(s3.send(delimited)).rejects.toThrow("S3 GET bucket delimiter,list-type is not emulated here.");
  expect(warnings).toHaveLength(2);
});

test("injected faults slow the client down", async () => {
  let fault: null | "throttle" = null;
  const { put, aws } = await withBucket({ faults: { fail: () => fault } });
  fault = "throttle";
  await expect(put("a")).rejects.toMatchObject({ name: "SlowDown", $metadata: { httpStatusCode: 503 } });
  expect(aws.counters()).toEqual({ CreateBucket: 1, PutObject: 1 });
});

test("a signed link works with plain fetch from another process until its time is over by the gateway's clock", async () => {
  const { s3, at, clock, put } = await withBucket();
  await put("ACC/a b/ü+(1)!*'.pdf", "the file");
  const command = new GetObjectCommand({
    ...at("ACC/a b/ü+(1)!*'.pdf"),
    ResponseContentType: "application/pdf",
    ResponseContentDisposition: "attachment; filename=\"a b.pdf\"; filename*=UTF-8''%C3%BC.pdf",
  });
  const link = await getSignedUrl(s3, command, { expiresIn: 86_400, signingDate: clock.now() });

  const script = `const answer = await fetch(${JSON.stringify(link)});
    console.log(JSON.stringify([answer.status, Object.fromEntries(answer.headers), await answer.text()]));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  expect(JSON.parse(String(line))).toEqual([
    200,
    expect.objectContaining({
      "content-type": "application/pdf",
      "content-disposition": "attachment; filename=\"a b.pdf\"; filename*=UTF-8''%C3%BC.pdf",
      "content-length": "8",
    }),
    "the file",
  ]);

  clock.moveTo(after(clock, 86_390_000));
  expect((await fetch(link)).status).toBe(200);
  clock.moveTo(after(clock, 11_000));
  const expired = await fetch(link);
  expect([expired.status, expired.headers.get("content-type")]).toEqual([403, "application/xml"]);
  expect(await expired.text()).toMatch(/<Error><Code>AccessDenied<\/Code><Message>Request has expired<\/Message>/);
});

test("a link is good for one method, one key, one time and the names it was signed with", async () => {
  const { s3, at, clock, put } = await withBucket();
  for (const key of ["mine", "yours"]) await put(key, key);
  const link = await getSignedUrl(s3, new GetObjectCommand({ ...at("mine"), ResponseContentType: "text/plain" }), {
    expiresIn: 60,
    signingDate: clock.now(),
  });
  const codeOf = async (url: string, method = "GET") =>
    /<Code>(\w+)/.exec(await (await fetch(url, { method })).text())?.[1] ?? "none";
  expect(await codeOf(link)).toBe("none");
  const mismatch = [
    link.replace("/mine?", "/yours?"),
    link.replace("/files/", "/others/"),
    link.replace("X-Amz-Expires=60", "X-Amz-Expires=6000"),
    link.replace("text%2Fplain", "text%2Fhtml"),
  ];
  for (const url of mismatch) expect(await codeOf(url), url).toBe("SignatureDoesNotMatch");
  expect(await codeOf(link, "DELETE")).toBe("SignatureDoesNotMatch");
  expect(await codeOf(link.replace("=local%2F", "=other%2F"))).toBe("InvalidAccessKeyId");
  expect(await codeOf(link.replace("X-Amz-Expires=60", "X-Amz-Expires=604801"))).toBe(
    "AuthorizationQueryParametersError",
  );
  expect(await codeOf(link.split("?")[0] ?? "")).toBe("AccessDenied");
});

test("a file is put by a signed link", async () => {
  const { s3, at, clock, text } = await withBucket();
  const link = await getSignedUrl(s3, new PutObjectCommand(at("by-link")), { expiresIn: 60, signingDate: clock.now() });
  expect((await fetch(link, { method: "PUT", body: "put by fetch" })).status).toBe(200);
  expect(await text("by-link")).toBe("put by fetch");
  clock.moveTo(after(clock, 61_000));
  expect((await fetch(link, { method: "PUT", body: "too late" })).status).toBe(403);
  expect(await text("by-link")).toBe("put by fetch");
});

test("keys that look like paths are only names", async () => {
  const dataDir = temporaryFolder();
  const { put, text, keys } = await withBucket({ dataDir });
  const tricks = [
    "../../escaped",
    "/etc/passwd",
    "a/../../b",
    "..",
    "%2e%2e/x",
    "a\\..\\b",
    "x".repeat(1_024),
    "\u0001",
  ];
  for (const key of tricks) await put(key, `contents of ${key}`).catch(() => {}); // clients may refuse some themselves
  const kept = await keys({ EncodingType: "url" });
  expect(kept.length).toBeGreaterThan(3);
  for (const name of kept) {
    const key = decodeURIComponent(name ?? "");
    expect(await text(key)).toBe(`contents of ${key}`);
  }
  const names = readdirSync(join(dataDir, "s3"));
  expect(names).toHaveLength(kept.length);
  for (const name of names) expect(name).toMatch(/^[0-9a-f-]{36}$/);
  expect(existsSync(join(dataDir, "..", "escaped"))).toBe(false);
});

test("files are kept over a restart, and replaced and removed ones leave no bytes behind", async () => {
  const dataDir = temporaryFolder();
  const { aws, put, s3, at } = await withBucket({ dataDir });
  for (const key of ["kept", "replaced", "removed"]) await put(key, `first ${key}`);
  await put("replaced", "second");
  await s3.send(new DeleteObjectCommand(at("removed")));
  await aws.stop();
  // A process killed during a put leaves a file like this behind.
  writeFileSync(join(dataDir, "s3", "11111111-2222-3333-4444-555555555555"), "half a fi");

  const again = await startFiles({ dataDir });
  expect(await again.keys()).toEqual(["kept", "replaced"]);
  expect([await again.text("kept"), await again.text("replaced")]).toEqual(["first kept", "second"]);
  expect(readdirSync(join(dataDir, "s3"))).toHaveLength(2);
});

test("after kill -9 every acknowledged file is whole and no other is there by half", async () => {
  const dataDir = temporaryFolder();
  const child = spawn(process.execPath, [`${import.meta.dirname}/kill-child.ts`, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const [line] = await once(createInterface(child.stdout), "line");
  const killed = clientOf(JSON.parse(String(line)));
  await killed.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const bodyOf = (n: number) => Buffer.alloc(200_000 + n, `${n}|`);
  const acknowledged = new Map<string, number>();
  const write = async (writer: number) => {
    for (let n = 1; ; n++) {
      const Key = `w${writer}/${n % 5}`;
      await killed.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: bodyOf(n) }));
      acknowledged.set(Key, n);
      if (writer === 0 && n === 23) child.kill("SIGKILL");
    }
  };
  await Promise.allSettled([write(0), write(1), write(2)]);
  await exit;

  const { get, keys } = await startFiles({ dataDir });
  expect(acknowledged.size).toBeGreaterThan(10);
  for (const [key, n] of acknowledged) {
    const bytes = Buffer.from((await get(key)) ?? []);
    // The next put may have taken effect without being acknowledged.
    const expected = [n, n + 5].find((step) => bytes.length === bodyOf(step).length);
    expect(expected, key).toBeDefined();
    expect(bytes.equals(bodyOf(expected ?? 0)), key).toBe(true);
  }
  expect(readdirSync(join(dataDir, "s3"))).toHaveLength((await keys()).length);
});

test("files end after the days of the rule of their prefix by the gateway's clock, unfinished uploads after theirs", async () => {
  const dataDir = temporaryFolder();
  const { s3, at, clock, put, keys, get } = await withBucket({ dataDir });
  const LifecycleConfiguration = {
    Rules: [
      { ID: "expire-o", Status: "Enabled" as const, Filter: { Prefix: "o" }, Expiration: { Days: 30 } },
      { ID: "expire-ne", Status: "Enabled" as const, Filter: { Prefix: "ne" }, Expiration: { Days: 120 } },
      {
        ID: "abort",
        Status: "Enabled" as const,
        Filter: { Prefix: "" },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ],
  };
  await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket: BUCKET, LifecycleConfiguration }));
  expect((await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket: BUCKET }))).Rules).toEqual(
    LifecycleConfiguration.Rules,
  );
  await put("old");
  const begun = await s3.send(new CreateMultipartUploadCommand(at("unfinished")));
  const part = { ...at("unfinished"), UploadId: begun.UploadId, PartNumber: 1, Body: "part" };
  await s3.send(new UploadPartCommand(part));
  expect(readdirSync(join(dataDir, "s3"))).toHaveLength(2);
  clock.moveTo(after(clock, DAY_MS));
  await expect(s3.send(new UploadPartCommand(part))).rejects.toMatchObject({ name: "NoSuchUpload" });
  await put("new");
  clock.moveTo(after(clock, 29 * DAY_MS - 60_000));
  expect(await keys()).toEqual(["new", "old"]);
  clock.moveTo(after(clock, 60_000));
  expect(await keys()).toEqual(["new"]);
  await expect(get("old")).rejects.toMatchObject({ name: "NoSuchKey" });
  expect(readdirSync(join(dataDir, "s3"))).toHaveLength(1);
  clock.moveTo(after(clock, 90 * DAY_MS));
  expect(await keys()).toEqual(["new"]);
  clock.moveTo(after(clock, DAY_MS + 60_000));
  expect(await keys()).toEqual([]);
});

test("files that ended while the gateway was not running are gone when it starts", async () => {
  const dataDir = temporaryFolder();
  const { aws, s3, put } = await withBucket({ dataDir });
  const Rules = [{ Status: "Enabled" as const, Filter: { Prefix: "" }, Expiration: { Days: 1 } }];
  await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket: BUCKET, LifecycleConfiguration: { Rules } }));
  await put("a");
  await aws.stop();
  const later = await startFiles({ dataDir, clock: runningClock(new Date(START.getTime() + 2 * DAY_MS)) });
  expect(await later.keys()).toEqual([]);
  expect(readdirSync(join(dataDir, "s3"))).toEqual([]);
});

test("an upload that is broken off leaves nothing", async () => {
  const dataDir = temporaryFolder();
  const warnings: string[] = [];
  const log = { info() {}, error() {}, warn: (_fields: unknown, message: string) => void warnings.push(message) };
  const { s3, at, clock, keys } = await withBucket({ dataDir, log });
  const link = await getSignedUrl(s3, new PutObjectCommand(at("broken")), { expiresIn: 60, signingDate: clock.now() });
  const broken = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.alloc(300_000)),
    pull: async (controller) => {
      while (readdirSync(join(dataDir, "s3")).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      controller.error(new Error("the network went away"));
    },
  });
  const headers = { "content-length": "600000" };
  const request = { method: "PUT", headers, body: broken, duplex: "half" } as RequestInit; // `duplex` is missing in the type
  await expect(fetch(link, request)).rejects.toThrow();
  await expect.poll(() => readdirSync(join(dataDir, "s3"))).toEqual([]);
  expect(await keys()).toEqual([]);
  expect(warnings).toEqual([]);
});

test("pages of an origin that a rule names may send files, with its headers; others may not, and files stay files", async () => {
  const { s3, at, clock, text } = await withBucket();
  const link = await getSignedUrl(s3, new PutObjectCommand(at("page")), { expiresIn: 60, signingDate: clock.now() });
  const origin = "http://127.0.0.1:8080";
  const ask = (headers: Record<string, string>) =>
    fetch(link, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "PUT", ...headers },
    });
  expect((await ask({})).status).toBe(403);

  const rule = {
    AllowedOrigins: [origin],
    AllowedMethods: ["PUT"],
    AllowedHeaders: ["content-type"],
    MaxAgeSeconds: 60,
  };
  await s3.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules: [rule] } }));
  const may = await ask({ "access-control-request-headers": "Content-Type" });
  expect([may.status, may.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
  expect(may.headers.get("access-control-allow-headers")).toBe("content-type");
  for (const headers of [
    { origin: "http://evil.example" } as Record<string, string>,
    { "access-control-request-method": "GET" },
    { "access-control-request-headers": "x-amz-meta-a" },
  ])
    expect((await ask(headers)).status).toBe(403);

  const put = await fetch(link, { method: "PUT", body: "contents", headers: { origin } });
  expect([put.status, put.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
  const foreign = await fetch(link, { method: "PUT", body: "contents", headers: { origin: "http://evil.example" } });
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull(); // its page is told nothing
  expect(await text("page")).toBe("contents");

  const wide = { ...rule, AllowedOrigins: ["https://*.example.com"] };
  const command = new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules: [wide] } });
  await expect(s3.send(command)).rejects.toMatchObject({ name: "NotImplemented" });
});

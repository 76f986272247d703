import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { CreateBucketCommand, GetObjectCommand, HeadObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { s3Media } from "../../core/aws/s3-media.ts";
import { s3SmallMedia } from "../../core/aws/s3-small-media.ts";
import { FileTooLarge } from "../../core/domain/files/file-too-large.ts";
import { type Emulators, startEmulators } from "../../local/aws/emulators.ts";
import { runningClock } from "../support/test-clock.ts";

const BUCKET = "gateway-media";
const MiB = 1024 * 1024;
const clock = runningClock();
const faults: { fail: (action: string) => null | "throttle" } = { fail: () => null };
const PDF = { mimetype: "application/pdf", filename: "Rechnung Müller.pdf" };
let aws: Emulators;
let large: ReturnType<typeof s3Media>;
let small: ReturnType<typeof s3SmallMedia>;
let s3: S3Client;

beforeAll(async () => {
  aws = await startEmulators({ clock, dataDir: null, faults: { fail: (action) => faults.fail(action) } });
  for (const [name, value] of Object.entries(aws.env)) vi.stubEnv(name, value);
  s3 = new S3Client({});
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  large = s3Media({ bucket: BUCKET });
  small = s3SmallMedia({ bucket: BUCKET }, clock);
});
afterAll(async () => {
  s3.destroy();
  large.close();
  await aws.stop();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  faults.fail = () => null;
});

const both = [
  { name: "the session service's", store: () => large },
  { name: "the functions'", store: () => small },
];
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const madeUp = (size: number) => Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) & 255));

async function* inChunks(bytes: Uint8Array, chunk: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
}

async function read(key: string): Promise<Buffer | null> {
  const file = await large.get(key);
  if (!file) return null;
  const parts: Uint8Array[] = [];
  for await (const part of file) parts.push(part);
  return Buffer.concat(parts);
}

describe.each(both)("$name media store", ({ store }) => {
  it.each([0, 1, 70_000, MiB + 1])("takes a file of %i bytes in, counted and hashed", async (size) => {
    const bytes = madeUp(size);
    const expected = { size_bytes: size, sha256: sha256(bytes) };
    const about = { ...PDF, maxBytes: 4 * MiB };
    expect(await store().put(`ACC/a/whole-${size}`, bytes, about)).toEqual(expected);
    expect(await store().put(`ACC/a/stream-${size}`, inChunks(bytes, 999), about)).toEqual(expected);
    expect((await read(`ACC/a/whole-${size}`))?.equals(bytes)).toBe(true);
    expect((await read(`ACC/a/stream-${size}`))?.equals(bytes)).toBe(true);
  });

  it("takes a file of exactly the most bytes and refuses one more, of which nothing stays", async () => {
    const about = { ...PDF, maxBytes: 100_000 };
    await store().put("ACC/a/most", inChunks(madeUp(100_000), 4_096), about);
    const more = store().put("ACC/a/more", inChunks(madeUp(100_001), 4_096), about);
    await expect(more).rejects.toBeInstanceOf(FileTooLarge);
    await expect(more).rejects.toThrow("The file is larger than 100000 bytes.");
    expect((await read("ACC/a/most"))?.length).toBe(100_000);
    expect(await read("ACC/a/more")).toBeNull();
  });
});

describe("an address for one upload", () => {
  const bytes = madeUp(70_000);
  const about = { size_bytes: bytes.length, sha256: sha256(bytes) };
  const put = (url: string, body: Uint8Array, headers: Record<string, string>) =>
    fetch(url, { method: "PUT", body: new Uint8Array(body), headers });

  it("takes this very file, once or again, and hands it out as bytes that browsers only save", async () => {
    const { url, headers } = await small.signUpload("ACC/a/UPL/one", about, 600);
    expect((await put(url, bytes, headers)).status).toBe(200);
    expect((await put(url, bytes, headers)).status).toBe(200);
    expect((await read("ACC/a/UPL/one"))?.equals(bytes)).toBe(true);
    const answer = await fetch(await small.sign("ACC/a/UPL/one", PDF));
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    await answer.body?.cancel();
  });

  it("takes no other file, no other size, no other type, no other place, and nothing after its time", async () => {
    const key = "ACC/a/UPL/other";
    const { url, headers } = await small.signUpload(key, about, 600);
    const changed = Buffer.from(bytes).fill(9, 0, 1);
    const longer = Buffer.concat([bytes, bytes]);
    const { "x-amz-checksum-sha256": _hash, ...unhashed } = headers;
    const refused = [
      await put(url, changed, headers),
      await put(url, changed, unhashed),
      await put(url, longer, headers),
      await put(url, longer, {
        ...headers,
        "x-amz-checksum-sha256": Buffer.from(sha256(longer), "hex").toString("base64"),
      }),
      await put(url, bytes, { ...headers, "content-type": "text/html" }),
      await put(url.replace("UPL/other", "UPL/else"), bytes, headers),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 403, 403, 403, 403, 403]);
    clock.moveTo(new Date(clock.now().getTime() + 601_000));
    expect((await put(url, bytes, headers)).status).toBe(403);
    expect(await read(key)).toBeNull();
  });
});

describe("an address of S3's own", () => {
  it("works for five minutes by the gateway's clock, and the file is saved under its name", async () => {
    const bytes = madeUp(5_000);
    const key = "ACC/a b/ü+(1)!*'";
    await small.put(key, bytes, { ...PDF, maxBytes: MiB });
    const address = await small.sign(key, PDF);
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="Rechnung M_ller.pdf"; filename*=UTF-8''Rechnung%20M%C3%BCller.pdf`,
    );
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);

    const made = clock.now().getTime();
    clock.moveTo(new Date(made + 5 * 60_000 - 10_000));
    const lateAnswer = await fetch(address);
    expect(lateAnswer.status).toBe(200);
    await lateAnswer.body?.cancel();
    clock.moveTo(new Date(made + 5 * 60_000 + 1_000));
    const expired = await fetch(address);
    expect(expired.status).toBe(403);
    expect(await expired.text()).toContain("Request has expired");
    expect((await fetch(await small.sign(key, PDF))).status).toBe(200);
  });

  it("never lets a file's name or type out of its header", async () => {
    const about = { mimetype: "text/html\r\nset-cookie: a=b", filename: '../../..\\evil"\r\nx-evil: 1\u202egpj.exe' };
    await small.put("ACC/a/evil", madeUp(3), { ...about, maxBytes: MiB });
    const answer = await fetch(await small.sign("ACC/a/evil", about));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="evilx-evil 1gpj.exe"');
    expect(answer.headers.get("x-evil")).toBeNull();
    expect((await s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: "ACC/a/evil" }))).ContentType).toBe(
      "application/octet-stream",
    );
  });
});

describe("a file that is not what it was called", () => {
  const PAGE = Buffer.from("<!doctype html><script>alert(1)</script>");
  const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const typeOf = async (key: string, mimetype: string) => {
    const answer = await fetch(await small.sign(key, { mimetype, filename: "picture.png" }));
    await answer.body?.cancel();
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    return answer.headers.get("content-type");
  };

  it.each(["image/png", "image/svg+xml", "video/mp4", "audio/ogg"])("is plain bytes, not %s", async (mimetype) => {
    const about = { mimetype, filename: "picture.png", maxBytes: MiB };
    for (const [name, store] of [["small", small] as const, ["large", large] as const]) {
      await store.put(`ACC/a/page-${name}`, PAGE, about);
      expect(await typeOf(`ACC/a/page-${name}`, mimetype)).toBe("application/octet-stream");
      await store.put(`ACC/a/empty-${name}`, Buffer.alloc(0), about);
      expect(await typeOf(`ACC/a/empty-${name}`, mimetype)).toBe("application/octet-stream");
    }
  });

  it("is no other: a picture stays one, and so does what is no picture, film or sound", async () => {
    await small.put("ACC/a/png", PNG, { mimetype: "image/png", filename: null, maxBytes: MiB });
    expect(await typeOf("ACC/a/png", "image/png")).toBe("image/png");
    await small.put("ACC/a/txt", PAGE, { mimetype: "text/plain", filename: null, maxBytes: MiB });
    expect(await typeOf("ACC/a/txt", "text/plain")).toBe("text/plain");
  });
});

describe("a file that a function reads", () => {
  async function bytesOf(file: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of file ?? []) parts.push(part);
    return Buffer.concat(parts);
  }

  it("comes as it was put, by whoever put it, and is null when it is not kept", async () => {
    const key = "ACC/a/ü to read";
    await large.put(key, madeUp(300_000), { ...PDF, maxBytes: MiB });
    expect((await bytesOf(await small.get(key))).equals(madeUp(300_000))).toBe(true);
    await small.remove(key);
    expect(await small.get(key)).toBeNull();
    await expect(small.remove(key)).resolves.toBeUndefined();
  });

  it.each([
    { code: "AccessDenied", title: "is an error where S3 says that the reader lacks a right, and not a missing file" },
    { code: "SignatureDoesNotMatch", title: "is an error where S3 does not know the reader" },
    { code: "NoSuchBucket", title: "is an error where there is no such bucket, although that is a 404, too" },
  ])("$title", async ({ code }) => {
    const status = code === "NoSuchBucket" ? 404 : 403;
    const s3Alone = createServer((_, response) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`),
    );
    await new Promise<void>((resolve) => s3Alone.listen(0, "127.0.0.1", resolve));
    vi.stubEnv("AWS_ENDPOINT_URL", `http://127.0.0.1:${(s3Alone.address() as AddressInfo).port}`);
    const read = s3SmallMedia({ bucket: BUCKET }, clock).get("ACC/a/gone");
    const message = `S3 responded with ${status} (${code}) when a file was read.`;
    await expect(read).rejects.toMatchObject({ name: code, message });
    vi.stubEnv("AWS_ENDPOINT_URL", aws.env.AWS_ENDPOINT_URL ?? "");
    s3Alone.close();
  });
});

describe("whether a file is kept", () => {
  it("is known by asking S3, before and after it was removed", async () => {
    const key = "ACC/a/ü here";
    expect(await small.has(key)).toBe(false);
    await small.put(key, madeUp(3), { ...PDF, maxBytes: MiB });
    expect(await small.has(key)).toBe(true);
    await large.remove(key);
    expect(await small.has(key)).toBe(false);
  });

  it("is not said of a bucket that S3 does not let us look into", async () => {
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "of-somebody-else");
    try {
      const stranger = s3SmallMedia({ bucket: BUCKET }, clock);
      await expect(stranger.has("ACC/a/x")).rejects.toThrow("S3 responded with 403");
    } finally {
      vi.stubEnv("AWS_SECRET_ACCESS_KEY", aws.env.AWS_SECRET_ACCESS_KEY ?? "");
    }
  });
});

describe("a large file", () => {
  it("goes in parts of 5 MB, the last one shorter", async () => {
    const bytes = madeUp(12 * MiB + 17);
    const before = aws.counters();
    const about = { ...PDF, maxBytes: 100 * MiB };
    const taken = await large.put("ACC/a/large", inChunks(bytes, 65_537), about);
    expect(taken).toEqual({ size_bytes: bytes.length, sha256: sha256(bytes) });
    expect((aws.counters().UploadPart ?? 0) - (before.UploadPart ?? 0)).toBe(3);
    expect((await read("ACC/a/large"))?.equals(bytes)).toBe(true);
    expect((await s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: "ACC/a/large" }))).ContentType).toBe(
      "application/pdf",
    );
  });

  it.each([5 * MiB, 10 * MiB])("of exactly whole parts (%i bytes) is whole", async (size) => {
    const bytes = Buffer.alloc(size, "whole parts ");
    await large.put("ACC/a/exact", inChunks(bytes, MiB - 1), { ...PDF, maxBytes: size });
    expect((await read("ACC/a/exact"))?.equals(bytes)).toBe(true);
  });

  it.each([
    { title: "is too large in its third part", error: FileTooLarge, fail: undefined },
    { title: "breaks off in its third part", error: Error, fail: new Error("the network went away") },
  ])("that $title leaves nothing: no file, no upload, and its source is closed", async ({ error, fail }) => {
    const before = aws.counters();
    let isClosed = false;
    async function* source() {
      try {
        for (let part = 0; part < 11; part++) yield Buffer.alloc(MiB, part);
        if (fail) throw fail;
        yield Buffer.alloc(MiB, 11);
      } finally {
        isClosed = true;
      }
    }
    const put = large.put("ACC/a/broken", source(), { ...PDF, maxBytes: 11 * MiB });
    await expect(put).rejects.toBeInstanceOf(error);
    if (fail) await expect(put).rejects.toThrow(fail.message);
    expect(isClosed).toBe(true);
    expect(await read("ACC/a/broken")).toBeNull();
    expect((aws.counters().AbortMultipartUpload ?? 0) - (before.AbortMultipartUpload ?? 0)).toBe(1);
  });

  it("of which a part can't be stored is aborted and its source closed", async () => {
    let isClosed = false;
    async function* source() {
      try {
        for (let part = 0; part < 20; part++) yield Buffer.alloc(MiB, part);
      } finally {
        isClosed = true;
      }
    }
    faults.fail = (action) => (action === "UploadPart" ? "throttle" : null);
    const put = large.put("ACC/a/unlucky", source(), { ...PDF, maxBytes: 50 * MiB });
    await expect(put).rejects.toMatchObject({ name: "SlowDown" });
    expect(isClosed).toBe(true);
    expect(await read("ACC/a/unlucky")).toBeNull();
  });

  it("of 100 MB costs less than 32 MB of memory on its way in and out", async () => {
    const script = `${import.meta.dirname}/media-memory.ts`;
    const child = spawn(process.execPath, ["--expose-gc", script, BUCKET, "100000000"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(createInterface(child.stdout), "line");
    const cost: { put: { size_bytes: number }; read: number; looks: number; held: number; rss: number } = JSON.parse(
      String(line),
    );
    expect([cost.put.size_bytes, cost.read]).toEqual([100_000_000, 100_000_000]);
    expect(cost.looks).toBeGreaterThan(0);
    expect(cost.held).toBeLessThan(32 * MiB);
    expect(cost.rss).toBeLessThan(32 * MiB);
  });
});

describe("a file that is not kept", () => {
  it("is null when it was never put or was removed, and removing it again is no error", async () => {
    expect(await large.get("ACC/a/never")).toBeNull();
    await large.put("ACC/a/removed", madeUp(3), { ...PDF, maxBytes: 3 });
    await large.remove("ACC/a/removed");
    expect(await large.get("ACC/a/removed")).toBeNull();
    await large.remove("ACC/a/removed");
  });

  it("is an error and not null when the store itself does not answer rightly", async () => {
    faults.fail = () => "throttle";
    await expect(large.get("ACC/a/never")).rejects.toMatchObject({ name: "SlowDown" });
  });
});

describe("the functions' media store", () => {
  it("repeats a put that S3 was too busy for, and gives up in plain words", async () => {
    let refusals = 2;
    faults.fail = () => (refusals-- > 0 ? "throttle" : null);
    await small.put("ACC/a/patient", madeUp(10), { ...PDF, maxBytes: 10 });
    expect((await read("ACC/a/patient"))?.length).toBe(10);
    faults.fail = () => "throttle";
    await expect(small.put("ACC/a/given-up", madeUp(10), { ...PDF, maxBytes: 10 })).rejects.toThrow(
      "S3 responded with 503 (SlowDown) when a file was put.",
    );
  });

  it("does not repeat what S3 refuses for good", async () => {
    const before = aws.counters().PutObject ?? 0;
    const other = s3SmallMedia({ bucket: "no-such-bucket" }, clock);
    await expect(other.put("a", madeUp(1), { ...PDF, maxBytes: 1 })).rejects.toThrow(
      "S3 responded with 404 (NoSuchBucket)",
    );
    expect((aws.counters().PutObject ?? 0) - before).toBe(1);
  });

  it("says in plain words that a function was given no files", async () => {
    const none = s3SmallMedia({ bucket: "" }, clock);
    await expect(none.sign("a", PDF)).rejects.toThrow("MEDIA_BUCKET is not set");
  });

  it.each([
    { title: "in a region of AWS", endpoint: "", region: "eu-central-1" },
    { title: "in China", endpoint: "", region: "cn-north-1" },
    { title: "at another endpoint", endpoint: "http://127.0.0.1:4566", region: "us-east-1" },
  ])("signs the address that the SDK signs, $title", async ({ endpoint, region }) => {
    vi.stubEnv("AWS_ENDPOINT_URL", endpoint);
    vi.stubEnv("AWS_REGION", region);
    vi.stubEnv("AWS_SESSION_TOKEN", "a/token+of=the-role");
    try {
      const at = new Date("2026-11-20T09:30:00Z");
      const own = s3SmallMedia({ bucket: BUCKET }, { now: () => at, until: async () => {} });
      const key = "ACC/a b/ü+(1)!*'.pdf";
      const ours = new URL(await own.sign(key, PDF));

      const command = new GetObjectCommand({ Bucket: BUCKET, Key: key });
      const theirs = new URL(await getSignedUrl(new S3Client({}), command, { expiresIn: 300, signingDate: at }));
      expect(ours.origin + ours.pathname).toBe(theirs.origin + theirs.pathname);
      for (const name of ["Algorithm", "Credential", "Date", "Expires", "SignedHeaders", "Security-Token"]) {
        const parameter = `X-Amz-${name}`;
        expect(ours.searchParams.get(parameter), name).toBe(theirs.searchParams.get(parameter));
      }
    } finally {
      vi.unstubAllEnvs();
      for (const [name, value] of Object.entries(aws.env)) vi.stubEnv(name, value);
    }
  });
});

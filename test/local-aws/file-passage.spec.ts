import { createHash } from "node:crypto";
import { request as httpRequest } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { s3SmallMedia } from "../../core/aws/s3-small-media.ts";
import { type ApiServer, startApiServer } from "../../local/system/api-server.ts";
import { filePassage } from "../../local/system/file-passage.ts";
import { publicFront } from "../../local/system/public-front.ts";
import { startAws } from "./support.ts";

const BUCKET = "gateway-media";
const HOST = "gw.example.com";
const publicUrl = new URL(`https://${HOST}`);
const FILE = Buffer.from("<svg onload='alert(1)'/>");
const UPLOAD = { size_bytes: FILE.length, sha256: createHash("sha256").update(FILE).digest("hex") };
const ABOUT = { mimetype: "image/svg+xml", filename: "logo.svg" };
const PUT = { ...ABOUT, maxBytes: 1_000 };

let server: ApiServer;
let media: ReturnType<typeof s3SmallMedia>;

beforeEach(async () => {
  const { aws, clock, config } = await startAws();
  for (const [name, value] of Object.entries({ ...aws.env, MEDIA_LINKS_URL: publicUrl.origin }))
    vi.stubEnv(name, value);
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const operator = new S3Client({ ...config, forcePathStyle: true });
  for (const Bucket of [BUCKET, "another"]) await operator.send(new CreateBucketCommand({ Bucket }));
  operator.destroy();
  media = s3SmallMedia({ bucket: BUCKET }, clock);
  server = await startApiServer({
    port: 0,
    routes: [],
    fallback: async () => ({ statusCode: 404, body: "" }),
    front: publicFront({ url: publicUrl, trustedProxies: ["127.0.0.1"] }),
    passFile: filePassage({ servicesUrl: aws.url, bucket: BUCKET, publicUrl }),
    clock,
  });
});
afterEach(async () => {
  await server.stop();
  vi.unstubAllEnvs();
});

/** Follows a link as the proxy passes it on. */
function follow(link: string, method = "GET", headers: Record<string, string> = {}, body?: Buffer) {
  const { pathname, search, host } = new URL(link);
  const passedOn = { host, "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
  const options = {
    port: new URL(server.localUrl).port,
    method,
    path: `${pathname}${search}`,
    headers: { ...passedOn, ...headers },
  };
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = httpRequest(options, async (answer) => {
      let text = "";
      for await (const part of answer) text += String(part);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("a signed link on one machine that serves a team", () => {
  it("leads to its file by the public address, where nothing of it runs as the panel", async () => {
    await media.put("ACC/1", FILE, PUT);
    const link = await media.sign("ACC/1", ABOUT);
    expect(link.startsWith(`${publicUrl.origin}/${BUCKET}/ACC/1?`)).toBe(true);

    const { status, headers, text } = await follow(link);
    expect([status, text]).toEqual([200, FILE.toString()]);
    expect(headers["content-disposition"]).toContain("attachment");
    expect(headers).toMatchObject({
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(Object.keys(headers).filter((name) => name.startsWith("x-amz"))).toEqual([]);
  });

  it("reads a part of a file, for films", async () => {
    await media.put("ACC/1", FILE, PUT);
    const { status, text } = await follow(await media.sign("ACC/1", ABOUT), "GET", { range: "bytes=1-3" });
    expect([status, text]).toEqual([206, "svg"]);
  });

  it("takes an upload with the bytes it was signed for, and no others", async () => {
    const { url, headers } = await media.signUpload("up/1", UPLOAD, 60);
    expect((await follow(url, "PUT", headers, Buffer.from("x".repeat(FILE.length)))).status).toBe(400);
    expect(await media.has("up/1")).toBe(false);
    expect((await follow(url, "PUT", headers, FILE)).status).toBe(200);
    expect(await media.has("up/1")).toBe(true);
  });

  it.each([
    ["another file's path", (link: string) => link.replace("ACC/1", "ACC/2")],
    ["a path that climbs to another bucket", (link: string) => link.replace("ACC/1", "%2e%2e%2fanother")],
    ["another signature", (link: string) => link.replace(/X-Amz-Signature=..../, "X-Amz-Signature=0000")],
    ["another name for its file", (link: string) => link.replace("attachment", "inline")],
  ])("is refused with %s", async (_what, changed) => {
    await media.put("ACC/1", FILE, PUT);
    const { status } = await follow(changed(await media.sign("ACC/1", ABOUT)));
    expect(status).toBe(403);
  });

  it("gives nothing of the embedded services besides: no other bucket, action or service", async () => {
    await media.put("ACC/1", FILE, PUT);
    const link = await media.sign("ACC/1", ABOUT);
    const target = { "x-amz-target": "DynamoDB_20120810.ListTables", "content-type": "application/x-amz-json-1.0" };
    expect((await follow(link, "GET", target)).text).toBe(FILE.toString()); // read as a request for the file
    expect((await follow(link, "DELETE")).status).toBe(404);
    expect((await follow(link, "POST", target, Buffer.from("{}"))).status).toBe(404);
    expect((await follow(`${publicUrl.origin}/another/x?X-Amz-Signature=1`)).status).toBe(404);
    expect((await follow(`${publicUrl.origin}/${BUCKET}/?X-Amz-Signature=1`)).status).toBe(404);
    expect(await media.has("ACC/1")).toBe(true);
  });
});

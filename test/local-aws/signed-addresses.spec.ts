import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { s3SmallMedia } from "../../core/aws/s3-small-media.ts";
import { keyIdOf } from "../../local/aws/rights/callers.ts";
import type { Statement } from "../../local/aws/rights/statements.ts";
import type { MovableClock } from "../../local/machine/clock.ts";
import { after, startAws } from "./support.ts";

const BUCKET = "files";
const FILE = Buffer.from("the file");
const HASH = createHash("sha256").update(FILE).digest("hex");
const HOUR_SEC = 3_600;

const may = (...actions: string[]): Statement => ({
  effect: "Allow",
  actions,
  resources: [`arn:aws:s3:::${BUCKET}/*`],
  conditions: {},
});
/** The roles in this test: one that may store and read files, and one that may do neither. */
const ROLES = { keeper: [may("s3:PutObject", "s3:GetObject")], stranger: [] };

let clock: MovableClock;
let mediaOf: (role: string) => ReturnType<typeof s3SmallMedia>;

/** The URLs are signed by the product's own media store, on behalf of a role. */
beforeEach(async () => {
  const rights = { roles: ROLES, policies: [], current: () => null, ofLine: "keeper" };
  const started = await startAws({ rights, log: { debug() {}, info() {}, warn() {}, error() {} } as never });
  clock = started.clock;
  const { env } = started.aws;
  const as = (keyId: string) => {
    for (const [name, value] of Object.entries({ ...env, AWS_ACCESS_KEY_ID: keyId })) vi.stubEnv(name, value);
    return s3SmallMedia({ bucket: BUCKET }, clock);
  };
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const operator = new S3Client({ ...started.config, forcePathStyle: true });
  await operator.send(new CreateBucketCommand({ Bucket: BUCKET }));
  operator.destroy();
  mediaOf = (role) => as(keyIdOf(env.AWS_ACCESS_KEY_ID ?? "", role));
});
afterEach(() => void vi.unstubAllEnvs());

/** Returns S3's error for a request, or `done` if it succeeds. */
async function said(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.ok) return "done";
  const [, code, message] = /<Code>(\w+)<\/Code><Message>([^<]*)/.exec(text) ?? [];
  return `${answer.status} ${code}: ${message}`;
}

const EXPIRED = "403 AccessDenied: Request has expired";
const MISMATCH = /^403 SignatureDoesNotMatch: /;
const NOT_ALLOWED = /^403 AccessDenied: .*is not authorized to perform/;

describe("an address to upload a file", () => {
  const upload = async (role = "keeper") =>
    mediaOf(role).signUpload("up/1", { size_bytes: FILE.length, sha256: HASH }, HOUR_SEC);
  type Upload = Awaited<ReturnType<typeof upload>>;
  const put = ({ url, headers }: Upload, own: RequestInit = {}) =>
    said(url, { method: "PUT", headers, body: FILE, ...own });

  it("takes that file, until its time is over", async () => {
    const given = await upload();

    expect(await put(given)).toBe("done");
    clock.moveTo(after(clock, HOUR_SEC * 1_000));
    expect(await put(given)).toBe(EXPIRED);
  });

  it.each<[string, (given: Upload) => Promise<string>]>([
    ["another method", ({ url }) => said(url)],
    ["another key", ({ url, headers }) => put({ url: url.replace("up/1?", "up/2?"), headers })],
    ["a longer time", ({ url, headers }) => put({ url: url.replace("Expires=3600", "Expires=7200"), headers })],
    ["another type", (given) => put(given, { headers: { ...given.headers, "content-type": "text/html" } })],
    ["a signed header that is left out", (given) => put(given, { headers: {} })],
    ["a longer file", (given) => put(given, { body: Buffer.concat([FILE, FILE]) })],
  ])("refuses %s by its signature", async (_what, ask) => {
    expect(await ask(await upload())).toMatch(MISMATCH);
  });

  it("refuses another file of the same length by its hash", async () => {
    expect(await put(await upload(), { body: Buffer.from("evil one") })).toMatch(
      /^400 (BadDigest|XAmzContentChecksumMismatch|InvalidRequest): /,
    );
  });

  it.each([
    ["x-amz-acl", "public-read"],
    ["x-amz-meta-owner", "somebody"],
    ["x-amz-website-redirect-location", "https://evil.example"],
  ])("refuses %s, which was not signed", async (name, value) => {
    const given = await upload();

    expect(await put(given, { headers: { ...given.headers, [name]: value } })).toBe(
      "403 AccessDenied: There were headers present in the request which were not signed",
    );
  });

  it("is worth nothing when its signer may not put files", async () => {
    expect(await put(await upload("stranger"))).toMatch(NOT_ALLOWED);
  });
});

describe("an address to read a file", () => {
  const link = (role = "keeper") => mediaOf(role).sign("up/1", { filename: "a.pdf" } as never);
  beforeEach(async () => {
    await mediaOf("keeper").put("up/1", [FILE] as never, { maxBytes: 100 } as never);
  });

  it("gives the file, until its time is over", async () => {
    const url = await link();

    expect(await said(url)).toBe("done");
    clock.moveTo(after(clock, 300_000));
    expect(await said(url)).toBe(EXPIRED);
  });

  it.each<[string, (url: string) => string, RegExp]>([
    [
      "another region",
      (url) => url.replace("us-east-1", "eu-west-1"),
      /^400 AuthorizationQueryParametersError: .*region 'eu-west-1' is wrong; expecting 'us-east-1'/,
    ],
    ["another service", (url) => url.replace("%2Fs3%2F", "%2Fsqs%2F"), /^400 AuthorizationQueryParametersError: /],
    [
      "another day",
      (url) => url.replace(/local\.keeper%2F\d{8}/, "local.keeper%2F20200101"),
      /^400 AuthorizationQueryParametersError: .*credential date/,
    ],
    [
      "no algorithm",
      (url) => url.replace(/X-Amz-Algorithm=[^&]+&/, ""),
      /^400 AuthorizationQueryParametersError: .*requires the X-Amz-Algorithm/,
    ],
    ["no date", (url) => url.replace(/X-Amz-Date=[^&]+&/, ""), /^400 AuthorizationQueryParametersError: /],
    [
      "headers without the host",
      (url) => url.replace("SignedHeaders=host", "SignedHeaders=range"),
      /^403 AccessDenied: .*not signed/,
    ],
    ["another name to save it by", (url) => url.replace("a.pdf", "b.exe"), MISMATCH],
    ["another signer", (url) => url.replace("local.keeper", "other.keeper"), /^403 InvalidAccessKeyId: /],
  ])("refuses %s", async (_what, change, refusal) => {
    const [url] = [await link()];
    expect(change(url)).not.toBe(url);

    expect(await said(change(url))).toMatch(refusal);
  });

  it("is worth nothing when its signer may not read files, nor as another role's", async () => {
    expect(await said(await link("stranger"))).toMatch(NOT_ALLOWED);
    expect(await said((await link("stranger")).replace("local.stranger", "local.keeper"))).toMatch(MISMATCH);
  });
});

import { Readable } from "node:stream";
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import { checkRequest, namedByModel } from "../../local/aws/s3/check-request.ts";
import { elementsByModel, readBody } from "../../local/aws/s3/read-body.ts";
import type { S3Request } from "../../local/aws/s3/request.ts";
import { ANYWHERE, TAKEN } from "../../local/aws/s3/taken.ts";
import { AwsError } from "../../local/aws/service/aws-error.ts";
import { serviceModel } from "../support/cli/service-models.ts";
import { BUCKET, withBucket } from "./files.ts";

const ACTIONS = Object.keys(TAKEN);
/** Parameters that select an action. The models treat them as part of the action's address. */
const IN_ADDRESS = ["lifecycle", "cors", "list-type", "delete", "uploads"];
/** Headers with the hash of an XML body. The models only mention the hash algorithm. */
const OF_BODIES = ["content-md5", "x-amz-checksum-crc32", "x-amz-checksum-sha256"];

type Change = Partial<Pick<S3Request, "bucket" | "key" | "headers">> & { query?: Record<string, string> };

/** Creates a request that S3 accepts, except for the given change. */
function request({ query = {}, headers = {}, ...change }: Change = {}): S3Request {
  return {
    method: "PUT",
    bucket: "files",
    key: "a",
    path: "/files/a",
    query: new Map(Object.entries(query)),
    headers: { host: "localhost", "content-length": "1", ...headers },
    body: Readable.from([]) as S3Request["body"], // what is read of it is a stream
    ...change,
  };
}

/** Returns the error that refuses a request, or null if the request is accepted. */
function refusalOf(action: string, change: Change): AwsError | null {
  try {
    checkRequest(action, request(change));
    return null;
  } catch (error) {
    if (error instanceof AwsError) return error;
    throw error;
  }
}

const codeOf = (action: string, change: Change) => refusalOf(action, change)?.code ?? null;

/** Returns an action's members according to AWS's own model: where they are in a request, and their values. */
function membersOf(action: string) {
  const model = serviceModel("s3");
  const shape = model?.shapes[model.operations[action]?.input?.shape ?? ""];
  if (!model || !shape) throw new Error(`The CLI has no model of S3's ${action}.`);
  return Object.values(shape.members ?? {}).map((member) => {
    const { location, locationName = "" } = member as { location?: string; locationName?: string }; // of REST services
    return { location, name: locationName.toLowerCase(), values: model.shapes[member.shape]?.enum };
  });
}

describe("a request for files", () => {
  it.each(ACTIONS)("%s is taken with what is obeyed, and refused with anything else that S3 knows", (action) => {
    const { names: taken = [], isHashed } = TAKEN[action] ?? {};
    const all = namedByModel(action);

    expect(
      taken.filter(
        (name) => !all.includes(name) && !IN_ADDRESS.includes(name) && !(isHashed && OF_BODIES.includes(name)),
      ),
    ).toEqual([]);
    const others = all.filter((name) => !taken.includes(name));
    const headers = others.filter((name) => codeOf(action, { headers: { [name]: "x" } }) !== "NotImplemented");
    const inQuery = others.filter((name) => codeOf(action, { query: { [name]: "x" } }) !== "NotImplemented");
    expect({ headers, inQuery }).toEqual({ headers: [], inQuery: [] });
    expect(codeOf(action, { headers: { "x-amz-something-new": "1" } })).toBe("NotImplemented");
    expect(codeOf(action, { headers: { "x-amz-date": "20261120T093000Z" } })).toBeNull();
  });

  it.each(ACTIONS)("%s is refused with values that AWS's own model does not have", (action) => {
    const limited = membersOf(action).filter(({ name, values }) => values && TAKEN[action]?.names.includes(name));
    const taken = limited.filter(({ location, name, values = [] }) => {
      const at = (value: string) =>
        location === "header" ? { headers: { [name]: value } } : { query: { [name]: value } };
      return codeOf(action, at("NO_SUCH_VALUE")) === null || values.some((value) => codeOf(action, at(value)) !== null);
    });

    expect(taken).toEqual([]);
  });

  it("is refused with S3's code for names, sizes and digests that S3 does not take", () => {
    const bucket = (name: string) => codeOf("GetObject", { bucket: name });
    const names = [
      "ab",
      "Files",
      "-files",
      "files-",
      "a..b",
      "192.168.5.4",
      "xn--files",
      "files-s3alias",
      "x".repeat(64),
    ];
    expect(names.map(bucket)).toEqual(names.map(() => "InvalidBucketName"));
    expect(["gateway-media", "a.b", "abc", "x".repeat(63)].map(bucket)).toEqual([null, null, null, null]);

    expect(codeOf("GetObject", { key: "é".repeat(513) })).toBe("KeyTooLongError");
    expect(codeOf("GetObject", { key: "é".repeat(512) })).toBeNull();
    expect(codeOf("PutObject", { headers: { "x-amz-meta-a": "é".repeat(1_024) } })).toBe("MetadataTooLarge");
    expect(codeOf("PutObject", { headers: { "x-amz-meta-a": `${"é".repeat(1_023)}x` } })).toBeNull();
    expect(codeOf("PutObject", { headers: { cookie: "x".repeat(8_192) } })).toBe("RequestHeaderSectionTooLarge");
    expect(codeOf("PutObject", { headers: { "content-length": undefined } })).toBe("MissingContentLength");
    expect(codeOf("UploadPart", { headers: { "content-length": String(5 * 1024 ** 3 + 1) } })).toBe("EntityTooLarge");
    expect(codeOf("UploadPart", { headers: { "content-length": String(5 * 1024 ** 3) } })).toBeNull();

    const crc32 = Buffer.alloc(4).toString("base64");
    const sha256 = Buffer.alloc(32).toString("base64");
    expect(codeOf("PutObject", { headers: { "x-amz-checksum-crc32": crc32 } })).toBeNull();
    expect(codeOf("PutObject", { headers: { "x-amz-checksum-crc32": sha256 } })).toBe("InvalidRequest");
    expect(codeOf("PutObject", { headers: { "x-amz-checksum-crc32": crc32, "x-amz-checksum-sha256": sha256 } })).toBe(
      "InvalidRequest",
    );
    expect(codeOf("PutObject", { headers: { "content-md5": "no digest" } })).toBe("InvalidDigest");
    for (const most of ["-1", "x", "2147483648", "1.5"])
      expect(codeOf("ListObjectsV2", { query: { "max-keys": most } })).toBe("InvalidArgument");
  });

  it("may have a signature, a session's token and the client's notes, and each is known to be one", () => {
    for (const name of ANYWHERE) expect(codeOf("GetObject", { query: { [name]: "x" } })).toBeNull();
  });
});

describe("the XML of a request for files", () => {
  const withBody = (action: string, text: string, headers: S3Request["headers"] = {}) =>
    readBody(action, {
      ...request({ headers: { ...headers, "content-length": String(text.length) } }),
      body: Readable.from([Buffer.from(text)]) as S3Request["body"],
    });
  const bodies = ACTIONS.filter((action) => TAKEN[action]?.elements);

  it.each(bodies)("of %s holds nothing that is not read, and nothing that S3 does not know", async (action) => {
    const { elements = [], isHashed } = TAKEN[action] ?? {};
    const known = elementsByModel(action);
    expect(elements.filter((name) => !known.has(name))).toEqual([]);
    const headers = isHashed ? { "x-amz-trailer": "x-amz-checksum-crc32" } : {};
    for (const name of known)
      if (!elements.includes(name))
        await expect(withBody(action, `<${name}/>`, headers)).rejects.toMatchObject({ code: "NotImplemented" });

    await expect(withBody(action, "<Nonsense/>", headers)).rejects.toMatchObject({ code: "MalformedXML" });
    if (isHashed) await expect(withBody(action, "")).rejects.toMatchObject({ code: "InvalidRequest" });
  });

  it("names at most a thousand files to delete, each with a key of permitted length", async () => {
    const { s3 } = await withBucket();
    const remove = (keys: string[]) =>
      s3.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: keys.map((Key) => ({ Key })) } }));

    await expect(remove(Array.from({ length: 1_000 }, (_, n) => `k${n}`))).resolves.toBeDefined();
    await expect(remove(Array.from({ length: 1_001 }, (_, n) => `k${n}`))).rejects.toMatchObject({
      name: "MalformedXML",
    });
    await expect(remove(["x".repeat(1_025)])).rejects.toMatchObject({ name: "KeyTooLongError" });
  });

  it("has rules of origins with known methods, and rules of lifetimes that do something", async () => {
    const { s3 } = await withBucket();
    const cors = (methods: string[], count = 1) =>
      s3.send(
        new PutBucketCorsCommand({
          Bucket: BUCKET,
          CORSConfiguration: {
            CORSRules: Array.from({ length: count }, () => ({
              AllowedOrigins: ["https://a.example"],
              AllowedMethods: methods,
            })),
          },
        }),
      );
    await expect(cors(["PUT", "GET"])).resolves.toBeDefined();
    await expect(cors(["PATCH"])).rejects.toMatchObject({ name: "InvalidRequest" });
    await expect(cors([])).rejects.toMatchObject({ name: "MalformedXML" });
    await expect(cors(["PUT"], 101)).rejects.toMatchObject({ name: "InvalidRequest" });

    const lifecycle = (rule: object) =>
      s3.send(
        new PutBucketLifecycleConfigurationCommand({
          Bucket: BUCKET,
          LifecycleConfiguration: { Rules: [{ Status: "Enabled", Filter: { Prefix: "" }, ...rule }] },
        }),
      );
    await expect(lifecycle({ Expiration: { Days: 1 } })).resolves.toBeDefined();
    await expect(lifecycle({})).rejects.toMatchObject({ name: "InvalidRequest" });
    await expect(lifecycle({ Expiration: { Days: 1 }, Status: "On" })).rejects.toMatchObject({ name: "MalformedXML" });
    await expect(lifecycle({ Expiration: { Days: 1 }, Filter: undefined })).rejects.toMatchObject({
      name: "MalformedXML",
    });
    await expect(lifecycle({ Expiration: { Days: 1 }, ID: "x".repeat(256) })).rejects.toMatchObject({
      name: "InvalidArgument",
    });
  });
});

describe("an upload in parts", () => {
  it("that was begun with a checksum has it with each part, and again when it is completed", async () => {
    const { s3, at } = await withBucket();
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...at("a"), ChecksumAlgorithm: "CRC32" }));
    const part = (more: object) =>
      s3.send(new UploadPartCommand({ ...at("a"), UploadId, PartNumber: 1, Body: "a", ...more }));
    const complete = (more: object) =>
      s3.send(
        new CompleteMultipartUploadCommand({
          ...at("a"),
          UploadId,
          MultipartUpload: { Parts: [{ PartNumber: 1, ...more }] },
        }),
      );

    await expect(part({ ChecksumAlgorithm: "SHA256" })).rejects.toMatchObject({ name: "InvalidRequest" });
    const { ETag, ChecksumCRC32 } = await part({});
    await expect(complete({ ETag })).rejects.toThrow("The complete request must include the checksum for each part.");
    await expect(complete({ ETag, ChecksumCRC32 })).resolves.toBeDefined();
  });
});

describe("what a client puts into headers", () => {
  it("beyond ASCII breaks its signature, as S3 reads the bytes", async () => {
    const { s3, at } = await withBucket();
    const put = (ContentDisposition: string) =>
      s3.send(new PutObjectCommand({ ...at("a"), Body: "a", ContentDisposition }));

    await expect(put('attachment; filename="cafe.txt"')).resolves.toBeDefined();
    await expect(put('attachment; filename="café.txt"')).rejects.toMatchObject({ name: "SignatureDoesNotMatch" });
  });

  it("of more than 2 KB as metadata, or a key that is too long, is refused on the way of every client", async () => {
    const { s3, at } = await withBucket();
    const put = (Key: string, Metadata: Record<string, string>) =>
      s3.send(new PutObjectCommand({ ...at(Key), Body: "a", Metadata }));

    await expect(put("a", { note: "x".repeat(2_044) })).resolves.toBeDefined();
    await expect(put("a", { note: "x".repeat(2_045) })).rejects.toMatchObject({ name: "MetadataTooLarge" });
    await expect(put("k".repeat(1_025), {})).rejects.toMatchObject({ name: "KeyTooLongError" });
  });
});

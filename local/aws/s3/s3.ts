import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MovableClock } from "../../machine/clock.ts";
import { AwsError } from "../service/aws-error.ts";
import type { Kept } from "../service/kept.ts";
import type { FileChecks, RawService } from "../service/service.ts";
import { actionOf } from "./actions.ts";
import { openBlobs } from "./blobs.ts";
import { BUCKET_ACTIONS } from "./bucket-actions.ts";
import type { S3Action, S3Answer } from "./call.ts";
import { checkRequest } from "./check-request.ts";
import { corsHeaders, preflight } from "./cors.ts";
import { MULTIPART_ACTIONS } from "./multipart-actions.ts";
import { OBJECT_ACTIONS } from "./object-actions.ts";
import { parseRequest } from "./request.ts";
import { type Credentials, checkSignature } from "./signature.ts";
import { Store } from "./store.ts";
import { writeXml } from "./xml.ts";

const ACTIONS: Readonly<Record<string, S3Action>> = { ...BUCKET_ACTIONS, ...OBJECT_ACTIONS, ...MULTIPART_ACTIONS };

/**
 * Starts an emulation of S3 with URLs of the form `/bucket/key`. It verifies signatures, and its URLs and objects
 * expire by the gateway's clock.
 */
export function startS3(options: {
  clock: MovableClock;
  kept: Kept;
  /** The folder for the files, or null to store them in memory. */
  folder: string | null;
  credentials: Credentials;
  warn: (message: string) => void;
}): RawService {
  const { clock, credentials, warn } = options;
  const blobs = openBlobs(options.folder);
  const store = new Store({ clock, kept: options.kept, blobs, warn });

  async function run(raw: IncomingMessage, checks: FileChecks): Promise<S3Answer> {
    const request = parseRequest(raw);
    if (request.method === "OPTIONS")
      return { status: 200, headers: preflight(store.bucket(request.bucket)?.cors, request.headers) };
    const action = actionOf(request);
    if (typeof action !== "string") {
      throw new AwsError("NotImplemented", `${action.unknown} is not emulated here.`, { status: 501 });
    }
    await checks.before(action, request);
    const now = clock.now();
    checkSignature(request, credentials, now);
    checkRequest(action, request);
    const perform = ACTIONS[action];
    if (!perform) throw new Error(`${action} was routed without an action.`);
    try {
      return await perform({ request, store, blobs, now });
    } catch (error) {
      if (error instanceof AwsError && error.code === "NoSuchKey") checks.missing(request.bucket);
      throw error;
    }
  }

  return {
    claims,
    throttle: () => new AwsError("SlowDown", "Please reduce your request rate (injected fault).", { status: 503 }),
    async serve(raw, response, checks) {
      const answer = await run(raw, checks).catch((error: unknown) => {
        if (!(error instanceof AwsError)) throw error;
        if (error.code === "NotImplemented") warn(error.message);
        return errorAnswer(error, raw);
      });
      const { method = "", headers } = raw;
      const cors = corsHeaders(store.bucket(bucketIn(raw))?.cors, { origin: headers.origin, method, asked: [] });
      if (cors && method !== "OPTIONS") answer.headers = { ...answer.headers, ...cors };
      raw.resume(); // the rest after an early refusal
      await send(answer, raw, response);
    },
    stop: () => store.stop(),
  };
}

const bucketIn = ({ url = "/" }: IncomingMessage) => url.split("?")[0]?.split("/")[1] ?? "";

/** Whether a request is for S3, i.e. is signed for S3 (in its headers or URL) or isn't signed at all. */
function claims(request: IncomingMessage): boolean {
  if (request.headers["x-amz-target"] !== undefined) return false;
  const { authorization } = request.headers;
  return authorization === undefined || authorization.includes("/s3/aws4_request");
}

function errorAnswer(error: AwsError, request: IncomingMessage): S3Answer {
  const [resource] = (request.url ?? "").split("?");
  const fields = { ...error.fields, Resource: resource, RequestId: randomUUID() } as Record<string, string | number>;
  return { status: error.status, body: writeXml("Error", { Code: error.code, Message: error.message, ...fields }) };
}

async function send(answer: S3Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const { status, headers = {}, body } = answer;
  const isText = typeof body === "string";
  response.writeHead(status, {
    "x-amz-request-id": randomUUID(),
    ...(isText && { "content-type": "application/xml", "content-length": Buffer.byteLength(body) }),
    ...(body === undefined && status !== 204 && request.method !== "HEAD" && { "content-length": 0 }),
    ...headers,
  });
  if (body === undefined || request.method === "HEAD") response.end();
  else if (isText) response.end(body);
  else await pipeline(Readable.from(body, { objectMode: false }), response);
}

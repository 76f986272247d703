import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { buildReference, REFERENCE_DIST } from "../../build/reference/build-reference.ts";
import { REFERENCE_PLACE } from "../../build/reference/operation-links.ts";
import { PAGE_CACHING, referenceHeaders } from "../../core/contracts/panel/page-headers.ts";

type Answer = APIGatewayProxyStructuredResultV2;
type RequestHeaders = Record<string, string | string[] | undefined>;

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
};

/** A client that takes gzip, which it may also refuse by a weight of zero. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** An origin; nothing else is named as the API's address. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** A file as it is sent. */
interface SentFile {
  type: string;
  caching: string;
  tag: string;
  plain: Buffer;
  gzip: Buffer;
}

/**
 * Answers requests for the reference: its page, the files that this consists of, and the address of the API. It is
 * built on the first request if its sources have changed; what changes later takes effect at the next start.
 * @param path the request's. @param origin the address at which the API was asked. @param headers the request's, in
 * lower case. @returns null for a path that is not the reference's.
 */
export type AnswerReference = (path: string, origin: string, headers: RequestHeaders) => Answer | null;

/** Creates what answers requests for the reference. It keeps its files, and those that it has sent also compressed. */
export function referenceSite(): AnswerReference {
  const sent = new Map<string, SentFile>();
  let files: ReadonlyMap<string, Buffer> | null = null;
  return (path, origin, headers) => {
    // Before the guides had a place of their own, the reference was here.
    if (path === "/docs" || path === "/docs/") return movedTo(REFERENCE_PLACE);
    if (path === `${REFERENCE_PLACE}/settings.json`) return settings(ORIGIN.test(origin) ? origin : "http://127.0.0.1");
    const name = path.replace(/\/$/, "") === REFERENCE_PLACE ? `${REFERENCE_PLACE}/index.html` : path;
    if (!name.startsWith(`${REFERENCE_PLACE}/`)) return null;
    try {
      files ??= builtFiles();
    } catch (error) {
      return notThere(error instanceof Error ? error.message : String(error));
    }
    const plain = files.get(name);
    if (plain === undefined) return null;
    const file = sent.get(name) ?? prepared(name, plain);
    sent.set(name, file);
    return answerWith(file, headers);
  };
}

function movedTo(Location: string): Answer {
  return { statusCode: 302, headers: { Location, "Cache-Control": "no-store" } };
}

/** Tells the page where the API is; on AWS, lib/constructs/panel/edge-functions.ts does. */
function settings(api: string): Answer {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return { statusCode: 200, headers, body: JSON.stringify({ api }) };
}

function notThere(reason: string): Answer {
  const body = `The reference is not there. ${reason}\nRun \`npm ci\`, then load this again.`;
  return { statusCode: 503, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
}

/** Builds the reference if it must be. @returns its files by address. @throws one sentence if it can't be built. */
function builtFiles(): ReadonlyMap<string, Buffer> {
  buildReference();
  const entries = readdirSync(REFERENCE_DIST, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [`/${relative(REFERENCE_DIST, path)}`, readFileSync(path)]));
}

function prepared(name: string, plain: Buffer): SentFile {
  const tag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const caching = name.startsWith(`${REFERENCE_PLACE}/assets/`) ? PAGE_CACHING.hashed : PAGE_CACHING.other;
  return { type: TYPES[extname(name)] ?? "application/octet-stream", caching, tag, plain, gzip: gzipSync(plain) };
}

/** A browser keeps the page and asks whether it has changed; the files that it names never change. */
function answerWith({ type, caching, tag, plain, gzip }: SentFile, headers: RequestHeaders): Answer {
  const kept = { ETag: tag, "Cache-Control": caching, Vary: "Accept-Encoding" };
  if (headers["if-none-match"] === tag) return { statusCode: 304, headers: kept };
  const isSmall = TAKES_GZIP.test(String(headers["accept-encoding"] ?? ""));
  return {
    statusCode: 200,
    headers: {
      ...referenceHeaders(),
      ...kept,
      "Content-Type": type,
      ...(isSmall && { "Content-Encoding": "gzip" }),
    },
    body: (isSmall ? gzip : plain).toString("base64"),
    isBase64Encoded: true,
  };
}

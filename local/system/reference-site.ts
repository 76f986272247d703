import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { buildReference, REFERENCE_DIST } from "../../build/reference/build-reference.ts";
import { GUIDES_PLACE } from "../../build/reference/guides.ts";
import { REFERENCE_PLACE } from "../../build/reference/operation-links.ts";
import { PANEL_LINK } from "../../build/reference/page-head.ts";
import { PAGE_CACHING, pageHeaders, referenceHeaders } from "../../core/contracts/panel/page-headers.ts";

type Answer = APIGatewayProxyStructuredResultV2;
type RequestHeaders = Record<string, string | string[] | undefined>;

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
};

/** Matches an Accept-Encoding header that accepts gzip. A weight of zero means that the client refuses it. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** Matches an origin. Nothing else is accepted as the API's URL. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** Matches a guide's path. The file's name ends in `.html`, as in lib/constructs/panel/edge-functions.ts. */
const GUIDE = new RegExp(`^${GUIDES_PLACE}/[\\w-]+$`);

/** A file ready to be sent, both plain and compressed. */
interface SentFile {
  headers: Record<string, string>;
  type: string;
  caching: string;
  tag: string;
  plain: Buffer;
  gzip: Buffer;
}

/**
 * Answers requests for the API reference and the guides: their pages, the pages' files, and the API's address. Both are
 * built on the first request if their sources have changed; later changes take effect at the next start.
 * @param path the request's path. @param origin the address at which the API was requested. @param headers the request
 * headers, with lowercase names. @returns null for any other path.
 */
export type AnswerReference = (path: string, origin: string, headers: RequestHeaders) => Answer | null;

/**
 * Creates the function that answers requests for the reference and the guides. It caches the files, as well as a
 * compressed copy of each file sent so far.
 * @param hasPanel whether the pages link to the panel.
 */
export function referenceSite({ hasPanel }: { hasPanel: boolean }): AnswerReference {
  const sent = new Map<string, SentFile>();
  let files: ReadonlyMap<string, Buffer> | null = null;
  return (path, origin, headers) => {
    // The reference was at this path before the guides got a path of their own.
    if (path === "/docs" || path === "/docs/") return movedTo(REFERENCE_PLACE);
    if (path === `${REFERENCE_PLACE}/settings.json`) return settings(ORIGIN.test(origin) ? origin : "http://127.0.0.1");
    const name = fileOf(path);
    if (!name.startsWith(`${REFERENCE_PLACE}/`) && !name.startsWith(`${GUIDES_PLACE}/`)) return null;
    try {
      files ??= builtFiles(hasPanel);
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

/** Returns the address of the file that is sent for a path. */
function fileOf(path: string): string {
  const place = path.replace(/\/$/, "");
  if (place === REFERENCE_PLACE || place === GUIDES_PLACE) return `${place}/index.html`;
  return GUIDE.test(path) ? `${path}.html` : path;
}

function movedTo(Location: string): Answer {
  return { statusCode: 302, headers: { Location, "Cache-Control": "no-store" } };
}

/** Tells the page the API's URL. On AWS, lib/constructs/panel/edge-functions.ts does this. */
function settings(api: string): Answer {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return { statusCode: 200, headers, body: JSON.stringify({ api }) };
}

function notThere(reason: string): Answer {
  const body = `The reference does not exist. ${reason}\nRun \`npm ci\`, then load this page again.`;
  return { statusCode: 503, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
}

/**
 * Builds the pages if necessary. @returns the files by address. @throws a one-sentence error if they can't be built.
 */
function builtFiles(hasPanel: boolean): ReadonlyMap<string, Buffer> {
  buildReference();
  const entries = readdirSync(REFERENCE_DIST, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map(({ parentPath, name }) => join(parentPath, name));
  const read = (path: string) => {
    const bytes = readFileSync(path);
    const isPage = extname(path) === ".html";
    return isPage && !hasPanel ? Buffer.from(bytes.toString().replace(PANEL_LINK, "")) : bytes;
  };
  return new Map(paths.map((path) => [`/${relative(REFERENCE_DIST, path)}`, read(path)]));
}

function prepared(name: string, plain: Buffer): SentFile {
  const tag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const caching = name.startsWith(`${REFERENCE_PLACE}/assets/`) ? PAGE_CACHING.hashed : PAGE_CACHING.other;
  const type = TYPES[extname(name)] ?? "application/octet-stream";
  const headers = name.startsWith(`${GUIDES_PLACE}/`) ? pageHeaders({ files: [] }) : referenceHeaders();
  return { headers, type, caching, tag, plain, gzip: gzipSync(plain) };
}

/** Browsers cache the page and revalidate it on each use. The files that the page refers to never change. */
function answerWith({ headers: own, type, caching, tag, plain, gzip }: SentFile, headers: RequestHeaders): Answer {
  const kept = { ETag: tag, "Cache-Control": caching, Vary: "Accept-Encoding" };
  if (headers["if-none-match"] === tag) return { statusCode: 304, headers: kept };
  const isSmall = TAKES_GZIP.test(String(headers["accept-encoding"] ?? ""));
  return {
    statusCode: 200,
    headers: {
      ...own,
      ...kept,
      "Content-Type": type,
      ...(isSmall && { "Content-Encoding": "gzip" }),
    },
    body: (isSmall ? gzip : plain).toString("base64"),
    isBase64Encoded: true,
  };
}

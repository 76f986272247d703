import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative } from "node:path";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { PAGE_CACHING, pageHeaders } from "../../core/contracts/panel/page-headers.ts";
import { PAGE_ADDRESS, PROGRAM_ADDRESS } from "../../core/contracts/panel/panel-pages.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
};

/**
 * Returns one of the panel's pages or files for a request, or null if the path doesn't belong to the panel.
 * @param accept the request's `Accept` header.
 */
export type AnswerPanelFile = (path: string, accept?: string) => APIGatewayProxyStructuredResultV2 | null;

/**
 * Serves the built panel: its files and, for any page's path, the single page file, which decides what to show. For an
 * unknown path, browsers also receive that file, with status 404. Programs receive the API's error response instead, so
 * they don't mistake the page for a success. The files are read only once, so a later build takes effect at the next
 * start.
 */
export function panelFiles(folder: string, bucketUrl: string): AnswerPanelFile {
  const files = new Map(filesOf(folder).map((path) => [`/${relative(folder, path)}`, readFileSync(path)]));
  const bucket = new URL(bucketUrl).origin; // links to files lead there, and files are put there
  const headers = pageHeaders({ files: [bucket], uploads: bucket });
  return (path, accept = "") => {
    const file = files.get(path);
    if (file) return answer(path, file, headers);
    const index = files.get("/index.html");
    if (!index || PROGRAM_ADDRESS.test(path)) return null;
    const page = answer("/index.html", index, headers);
    if (PAGE_ADDRESS.test(path)) return page;
    return accept.includes("text/html") ? { ...page, statusCode: 404 } : null;
  };
}

/**
 * Redirects a page requested as localhost to the host name that the sign-in returns to, because cookies are stored per
 * host name.
 * @param host the requested host, with the port that the request arrived on. If that port was forwarded, the original
 * port is unknown. @returns null if no redirect is needed.
 */
export function atOwnName(
  host: string | undefined,
  port: number | undefined,
  address: string,
): APIGatewayProxyStructuredResultV2 | null {
  if (host?.toLowerCase() !== `localhost:${port}`) return null;
  return { statusCode: 302, headers: { Location: `http://127.0.0.1:${port}${address}`, "Cache-Control": "no-store" } };
}

function answer(path: string, file: Buffer, headers: Record<string, string>): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: 200,
    headers: {
      ...headers,
      "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
      "Cache-Control": path.startsWith("/assets/") ? PAGE_CACHING.hashed : PAGE_CACHING.other,
    },
    body: file.toString("base64"),
    isBase64Encoded: true,
  };
}

function filesOf(folder: string): string[] {
  // Names that start with a dot belong to the builder.
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  return names.flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesOf(path) : [path];
  });
}

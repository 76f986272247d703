import { readFileSync } from "node:fs";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** The page as `npm run docs` made it, and the server that its examples name. */
const PAGE = new URL("../docs/api.html", import.meta.url);
const ITS_SERVER = "https://gateway.invalid";

/** The page carries all it needs; the browser is told to ask nobody else for anything. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "font-src data:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** A name or address with its port; nothing else gets into the page. */
const HOST = /^[\w.:[\]-]+$/;

/** GET /docs of the local gateway: the reference page, with the address it was asked at in its examples. */
export function docsPage(host: string | undefined): APIGatewayProxyStructuredResultV2 {
  const page = readPage();
  if (page === null) {
    const body = "The reference page is not there. Run `npm run docs`, then load this again.";
    return { statusCode: 404, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
  }
  return {
    statusCode: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
    body: page.replaceAll(ITS_SERVER, `http://${host !== undefined && HOST.test(host) ? host : "127.0.0.1"}`),
  };
}

function readPage(): string | null {
  try {
    return readFileSync(PAGE, "utf8");
  } catch {
    return null;
  }
}

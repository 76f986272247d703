import { readFileSync } from "node:fs";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** The page as `npm run docs` made it, and the server that its examples name. */
const PAGE = new URL("../../docs/api.html", import.meta.url);
const ITS_SERVER = "https://gateway.invalid";

/** The page's own content security policy, sent as a header too; without one the page may load nothing. */
const ITS_POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/;
const NOTHING = "default-src 'none'";

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
      "Content-Security-Policy": ITS_POLICY.exec(page)?.[1] ?? NOTHING,
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

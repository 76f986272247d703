import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip as gzipBytes } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { referencePage } from "../../build/reference/reference-page.ts";

/** The placeholder address of the server in the page's examples. */
const ITS_SERVER = "https://gateway.invalid";

/**
 * The content security policy in the page, which is also sent as a header. A page without a policy isn't allowed to
 * load anything.
 */
const ITS_POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/;
const NOTHING = "default-src 'none'";

/** Matches an origin. No other text is inserted into the page. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** Matches an Accept-Encoding header that accepts gzip. A client can also refuse gzip, with a weight of zero. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** The page while it is being loaded or built, so that concurrent requests wait for the same page. */
let coming: Promise<string> | null = null;
/** The page as it was last sent, cached because compressing it takes a tenth of a second. */
let sent: { page: string; origin: string; tag: string; gzip: string } | null = null;

/**
 * GET /docs of the local gateway: serves the reference page with this gateway's origin in its examples. The page is
 * built on the first request after the description has changed, which takes several seconds. Browsers cache the page
 * and check whether it has changed.
 * @param headers the headers of the request, in lower case.
 */
export async function docsPage(
  origin: string,
  headers: Record<string, string | string[] | undefined> = {},
): Promise<APIGatewayProxyStructuredResultV2> {
  let page: string;
  try {
    coming ??= referencePage().finally(() => {
      coming = null;
    });
    page = await coming;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const body = `The reference page is not there. ${reason}\nRun \`npm ci\`, then load this again.`;
    return { statusCode: 503, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
  }
  const shown = ORIGIN.test(origin) ? origin : "http://127.0.0.1";
  if (sent?.page !== page || sent.origin !== shown) sent = await prepared(page, shown);
  const caching = { ETag: sent.tag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" };
  if (headers["if-none-match"] === sent.tag) return { statusCode: 304, headers: caching };
  const isSmall = TAKES_GZIP.test(String(headers["accept-encoding"] ?? ""));
  return {
    statusCode: 200,
    headers: {
      ...caching,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": ITS_POLICY.exec(page)?.[1] ?? NOTHING,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      ...(isSmall && { "Content-Encoding": "gzip" }),
    },
    ...(isSmall ? { body: sent.gzip, isBase64Encoded: true } : { body: page.replaceAll(ITS_SERVER, shown) }),
  };
}

async function prepared(page: string, origin: string): Promise<NonNullable<typeof sent>> {
  const gzip = await promisify(gzipBytes)(page.replaceAll(ITS_SERVER, origin));
  const tag = `W/"${createHash("sha256").update(gzip).digest("base64url").slice(0, 22)}"`;
  return { page, origin, tag, gzip: gzip.toString("base64") };
}

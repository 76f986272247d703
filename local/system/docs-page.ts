import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { referencePage } from "../../build/reference-page.ts";

/** The server named in the page's examples. */
const ITS_SERVER = "https://gateway.invalid";

/** The page's own content security policy, also sent as a header; without one the page can't load anything. */
const ITS_POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/;
const NOTHING = "default-src 'none'";

/** An origin; nothing else gets into the page. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The page while it is being read or built, so that concurrent requests wait for the same one. */
let coming: Promise<string> | null = null;

/**
 * GET /docs of the local gateway: the reference page, with this origin in its examples. It is built on the first
 * request after the description changes, which takes some seconds.
 */
export async function docsPage(origin: string): Promise<APIGatewayProxyStructuredResultV2> {
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
  return {
    statusCode: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": ITS_POLICY.exec(page)?.[1] ?? NOTHING,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
    body: page.replaceAll(ITS_SERVER, ORIGIN.test(origin) ? origin : "http://127.0.0.1"),
  };
}

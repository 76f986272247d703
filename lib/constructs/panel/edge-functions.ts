import { PAGE_CACHING } from "../../../core/contracts/panel/page-headers.ts";
import { PAGE_ADDRESS, PROGRAM_ADDRESS } from "../../../core/contracts/panel/panel-pages.ts";

/**
 * Responses for paths that don't exist in the panel. A CloudFront function can't fetch a page, so the text is included
 * here.
 */
const NOTHING_HERE = {
  page: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><p>There is no page at this address. <a href="/">Go to the panel</a>.</p></html>`,
  // Uses the API's error format, for programs that were configured with the panel's address instead of the API's.
  json: JSON.stringify({
    message: "There is nothing at this address. This is the panel. The API has a different address.",
    code: "not_found",
  }),
};

const HEADERS = {
  "cache-control": { value: PAGE_CACHING.other },
  "content-security-policy": { value: "default-src 'none'; frame-ancestors 'none'" },
  "x-content-type-options": { value: "nosniff" },
};

/**
 * The CloudFront function for page paths. All paths of the panel get its single page. Any other path gets a 404: a page
 * for browsers, JSON for programs. `local/panel/panel-files.ts` does the same on a single machine.
 */
export const TO_THE_PAGE = `const PAGE = ${PAGE_ADDRESS};
const PROGRAM = ${PROGRAM_ADDRESS};
const HEADERS = ${JSON.stringify(HEADERS)};
function nothing(type, text) {
  HEADERS["content-type"] = { value: type };
  return { statusCode: 404, statusDescription: "Not Found", headers: HEADERS, body: { encoding: "text", data: text } };
}
function handler(event) {
  const request = event.request;
  if (request.uri === "/index.html" || PAGE.test(request.uri)) {
    request.uri = "/index.html";
    return request;
  }
  const accept = request.headers.accept;
  if (accept && accept.value.indexOf("text/html") >= 0 && !PROGRAM.test(request.uri)) {
    return nothing("text/html; charset=utf-8", ${JSON.stringify(NOTHING_HERE.page)});
  }
  return nothing("application/json", ${JSON.stringify(NOTHING_HERE.json)});
}
`;

/**
 * Returns the CloudFront function for the guides and the API reference. It is needed because their file names end in
 * `.html`, but their paths don't. It also fills the API's address into the reference, as
 * `local/system/reference-site.ts` does on a single machine.
 * @param apiUrl the API's address for customers, which may be a CloudFormation token.
 */
export const toTheDocs = (apiUrl: string): string => `const PLACES = {
  "/docs": "/docs/guides/index.html",
  "/docs/guides": "/docs/guides/index.html",
  "/docs/reference": "/docs/reference/index.html"
};
function handler(event) {
  const request = event.request;
  if (request.uri === "/docs/reference/settings.json") {
    const headers = { "content-type": { value: "application/json" }, "cache-control": { value: "no-store" } };
    const data = '{"api":"${apiUrl}"}';
    return { statusCode: 200, statusDescription: "OK", headers: headers, body: { encoding: "text", data: data } };
  }
  const place = PLACES[request.uri.replace(/\\/$/, "")];
  if (place) {
    request.uri = place;
  } else if (!/\\.\\w+$/.test(request.uri)) {
    request.uri += ".html";
  }
  return request;
}
`;

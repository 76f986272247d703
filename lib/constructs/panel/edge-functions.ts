import { PAGE_CACHING } from "../../../core/contracts/panel/page-headers.ts";
import { PAGE_ADDRESS, PROGRAM_ADDRESS } from "../../../core/contracts/panel/panel-pages.ts";

/** The answers for a path that the panel doesn't have. CloudFront's function can't fetch the page for it. */
const NOTHING_HERE = {
  page: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><p>There is no page at this address. <a href="/">Go to the panel</a>.</p></html>`,
  // In the shape of API errors, for a program that was given the panel's address instead of the API's.
  json: JSON.stringify({
    message: "There is nothing at this address. This is the panel; the API has an address of its own.",
    code: "not_found",
  }),
};

const HEADERS = {
  "cache-control": { value: PAGE_CACHING.other },
  "content-security-policy": { value: "default-src 'none'; frame-ancestors 'none'" },
  "x-content-type-options": { value: "nosniff" },
};

/**
 * CloudFront's function for page paths: each gets the single page; any other path is 404, as a page for browsers and as
 * JSON for programs. Same as on one machine: `local/panel/panel-files.ts`.
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

/** CloudFront's function for guides, because a guide's path doesn't end in `.html`, but its file does. */
export const TO_THE_GUIDE = `function handler(event) {
  const request = event.request;
  if (request.uri === "/docs" || request.uri === "/docs/" || request.uri === "/docs/guides" || request.uri === "/docs/guides/") {
    request.uri = "/docs/guides/index.html";
  } else if (!request.uri.endsWith(".css") && !request.uri.endsWith(".html")) {
    request.uri += ".html";
  }
  return request;
}
`;

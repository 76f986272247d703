/**
 * Content security policy of the reference page: a browser loads nothing but what the page carries. The page states it
 * itself, for a reader who opens it from disk, and GET /docs of the local gateway repeats it in a header.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "font-src data:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

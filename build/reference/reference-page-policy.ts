/**
 * The content security policy of the reference page. It lets the browser load only what the page itself contains. The
 * page includes the policy for readers who open it from disk; the local gateway also sends it as a header of GET /docs.
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

/**
 * The reference page's content security policy, which lets a browser load only what the page contains. The page
 * includes it for readers who open it from disk, and the local gateway's GET /docs repeats it in a header.
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

/**
 * The hash of the only inline style that the panel's components add. It changes when their package changes, and a test
 * detects this.
 */
const STYLE_HASH = "sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=";

/** The origins that a panel page may use besides its own. */
export interface PagePlaces {
  /** The origins of displayed files: the API, whose links redirect, and the bucket to which they redirect. */
  files: readonly string[];
  /** The bucket's origin, for uploads. Absent for pages that upload nothing. */
  uploads?: string;
}

/**
 * Builds the headers for all panel pages and files, keyed by their usual names. Both CloudFront and the single-machine
 * setup send them. Only the panel's own scripts may run, and text from strangers never becomes markup.
 */
export function pageHeaders({ files, uploads }: PagePlaces): Record<string, string> {
  const shown = ["'self'", ...files].join(" ");
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' '${STYLE_HASH}'`,
    `img-src ${["'self'", "data:", ...files].join(" ")}`,
    // `data:` is needed for voice notes that have been recorded on the page but not sent yet.
    `media-src ${shown} data:`,
    ["connect-src 'self'", ...(uploads === undefined ? [] : [uploads])].join(" "),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return headersWith(policy);
}

/**
 * Builds the headers for the API reference and its files. The renderer adds its own styles and writes markup. Only
 * files from this origin can run, and the page's script (build/reference/page) narrows `connect-src` to the API before
 * it loads anything else.
 */
export function referenceHeaders(): Record<string, string> {
  return headersWith([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
}

function headersWith(policy: readonly string[]): Record<string, string> {
  return {
    "Content-Security-Policy": policy.join("; "),
    "Strict-Transport-Security": `max-age=${HSTS_MAX_AGE_SEC}; includeSubDomains`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
  };
}

/** How long browsers insist on TLS: two years, in seconds. A page served over http ignores the header. */
export const HSTS_MAX_AGE_SEC = 63_072_000;

/**
 * How long files are cached. Files whose name changes with their content are cached indefinitely; all others must be
 * revalidated.
 */
export const PAGE_CACHING = {
  hashed: "public, max-age=31536000, immutable",
  other: "no-cache",
} as const;

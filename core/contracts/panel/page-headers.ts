/**
 * The one inline style that the panel's components add, by its hash; it changes with their package, and a test notices.
 */
const STYLE_HASH = "sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=";

/** Origins beside its own that a page of the panel may talk to. */
export interface PagePlaces {
  /** Origins of displayed files: the API's, whose links redirect, and the bucket's, where they lead. */
  files: readonly string[];
  /** The bucket's origin, for uploads. */
  uploads: string;
}

/**
 * Headers of every page and file of the panel, by their usual names; CloudFront sends them, and so does one machine.
 * Only the panel's own files run, and nothing a stranger wrote becomes markup.
 */
export function pageHeaders({ files, uploads }: PagePlaces): Record<string, string> {
  const shown = ["'self'", ...files].join(" ");
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' '${STYLE_HASH}'`,
    `img-src ${["'self'", "data:", ...files].join(" ")}`,
    `media-src ${shown}`,
    `connect-src 'self' ${uploads}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Strict-Transport-Security": `max-age=${HSTS_MAX_AGE_SEC}; includeSubDomains`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
}

/** How long a browser insists on TLS, seconds: two years. A page over http ignores the header. */
export const HSTS_MAX_AGE_SEC = 63_072_000;

/**
 * How long files are cached: those whose name changes with their content forever, all others only with revalidation.
 */
export const PAGE_CACHING = {
  hashed: "public, max-age=31536000, immutable",
  other: "no-cache",
} as const;

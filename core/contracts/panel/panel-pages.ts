/** Addresses of the panel's pages, with the places of ids: `panel/src/routes.tsx`. */
const PAGES = [
  "/",
  "/start",
  "/instances",
  "/instances/*",
  "/instances/*/link",
  "/instances/*/profile",
  "/instances/*/protection",
  "/instances/*/answers",
  "/chats",
  "/chats/*/*",
  "/drafts",
  "/groups",
  "/groups/*/*",
  "/broadcasts",
  "/broadcasts/*",
  "/developers/keys",
  "/developers/webhooks",
  "/developers/deliveries",
  "/activity",
  "/usage",
  "/team",
  "/me",
  "/join",
  "/open-account",
] as const;

/**
 * Whether a path belongs to a page: those get the panel's one file, which decides what to show. It must be an
 * expression that CloudFront's function can hold too.
 */
export const PAGE_ADDRESS = new RegExp(`^(?:${PAGES.map((page) => page.replaceAll("*", "[^/]+")).join("|")})/?$`);

/** Whether a path belongs to an API, however it is written: unknown ones are answered with JSON, to browsers too. */
export const PROGRAM_ADDRESS = /^\/+(?:v1|panel-api|identity|docs|assets|mcp)(?:\/|$)/i;

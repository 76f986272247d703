/** Addresses of the panel's pages, and where ids stand in them: `panel/src/routes.tsx`. */
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
 * Whether a path is that of a page: those get the panel's one file, which finds out by itself what to show. An expression
 * that CloudFront's function can hold, too.
 */
export const PAGE_ADDRESS = new RegExp(`^(?:${PAGES.map((page) => page.replaceAll("*", "[^/]+")).join("|")})/?$`);

/** Whether a path is one of programs, however it is written: what is unknown there is told as JSON, to browsers too. */
export const PROGRAM_ADDRESS = /^\/+(?:v1|panel-api|identity|docs|assets|mcp)(?:\/|$)/i;

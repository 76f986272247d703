/** The address of every page of the panel, with placeholders for ids. */
export const PANEL_PAGES = {
  start: "/start",
  overview: "/overview",
  instances: "/instances",
  instance: "/instances/{instance}",
  link: "/instances/{instance}/link",
  profile: "/instances/{instance}/profile",
  protection: "/instances/{instance}/protection",
  answers: "/instances/{instance}/answers",
  chats: "/chats",
  chat: "/chats/{instance}/{chat}",
  drafts: "/drafts",
  savedReplies: "/saved-replies",
  contacts: "/contacts",
  groups: "/groups",
  group: "/groups/{instance}/{group}",
  channels: "/channels",
  channel: "/channels/{instance}/{channel}",
  statuses: "/statuses",
  otps: "/codes",
  broadcasts: "/broadcasts",
  newBroadcast: "/broadcasts/new",
  broadcast: "/broadcasts/{broadcast}",
  statistics: "/statistics",
  keys: "/developers/keys",
  webhooks: "/developers/webhooks",
  deliveries: "/developers/deliveries",
  activity: "/activity",
  usage: "/usage",
  team: "/team",
  me: "/me",
  join: "/join",
  openAccount: "/open-account",
} as const satisfies Record<string, `/${string}`>;

/** A page of the panel. */
export type PanelPage = keyof typeof PANEL_PAGES;

const PATTERNS = ["/", ...Object.values(PANEL_PAGES)].map((page) => page.replaceAll(/\{\w+\}/g, "[^/]+"));

/**
 * Matches the paths of pages. All of them serve the panel's single file, which decides what to show. The expression
 * must also work in a CloudFront function.
 */
export const PAGE_ADDRESS = new RegExp(`^(?:${PATTERNS.join("|")})/?$`);

/**
 * Matches paths that belong to an API, regardless of case and extra leading slashes. Unknown paths among them get a
 * JSON response, even in a browser.
 */
export const PROGRAM_ADDRESS = /^\/+(?:v1|panel-api|identity|docs|assets|mcp)(?:\/|$)/i;

/** The guides that pages lead to, by their names in `docs/guides`. */
export const GUIDES = [
  "answers",
  "broadcasts",
  "exports",
  "first-message",
  "linking",
  "protection",
  "proxies",
  "webhooks",
] as const;
/** One of them. */
export type Guide = (typeof GUIDES)[number];

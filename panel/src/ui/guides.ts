/** The guides that pages link to, by their file names in `docs/guides`. */
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
/** The name of a guide. */
export type Guide = (typeof GUIDES)[number];

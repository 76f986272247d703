/** Browsers' marks in user agents; the first match wins because most browsers name others too. */
const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["HeadlessChrome/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["iPhone", "iOS"],
  ["iPad", "iPadOS"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

const markedBy = (marks: readonly (readonly [string, string])[], text: string): string | null =>
  marks.find(([mark]) => text.includes(mark))?.[1] ?? null;

/** The browser and system in a `User-Agent`, by their common names; null if unknown. */
export const browserName = (agent: string): { browser: string | null; system: string | null } => ({
  browser: markedBy(BROWSERS, agent),
  system: markedBy(SYSTEMS, agent),
});

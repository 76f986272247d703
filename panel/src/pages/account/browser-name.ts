/** Identifying parts of browsers' user agents. The first match wins, because most browsers also mention others. */
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

/** Returns the browser and the operating system of a `User-Agent`, by their common names; null if unknown. */
export const browserName = (agent: string): { browser: string | null; system: string | null } => ({
  browser: markedBy(BROWSERS, agent),
  system: markedBy(SYSTEMS, agent),
});

/**
 * Substrings that identify browsers in user agents. The first match wins, because most browsers mention others as well.
 */
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

/**
 * Returns the common names of the browser and the operating system in a `User-Agent`, with null for an unknown name.
 */
export const browserName = (agent: string): { browser: string | null; system: string | null } => ({
  browser: markedBy(BROWSERS, agent),
  system: markedBy(SYSTEMS, agent),
});

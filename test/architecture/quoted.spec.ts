import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { headingsIn } from "./headings.ts";
import { codeOf, files, ROOT } from "./sources.ts";

// At night, operators search the logs for the phrases that the runbook quotes, and look up its references.

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PAGES = ["docs/runbook.md", "docs/deployment.md"];

/**
 * Quotes of texts that aren't ours: from AWS's consoles, errors and quotas, from Node, from the network's library, and
 * from customers.
 */
const OTHERS = [
  // AWS
  "Stopped tasks",
  "PutEvents throttle limit",
  "Invocations throttle limit",
  "Task timed out",
  "Runtime.ImportModuleError",
  "Cryptographic operations (symmetric) request rate",
  "Account concurrency",
  "Concurrent executions",
  "Monitor",
  "Capacity is unavailable at this time",
  "Unable to resolve AWS account to use",
  "no credentials have been configured",
  "Unable to assume the service linked role",
  "has been taken",
  "decreases account's UnreservedConcurrentExecution below its minimum",
  "not yet enabled",
  "Cost allocation tags",
  "Receive CloudWatch billing alerts",
  // Node
  "fetch failed",
  "The operation was aborted due to timeout",
  "unable to authenticate data",
  // The network's library
  "Key used already",
  "Bad MAC",
  "No matching sessions",
  "Invalid PreKey ID",
  // Phones and people
  "Linked devices",
  "my number is restricted",
  "the code is scanned, and nothing happens",
];

/** Returns a page without its code, joined into one line. */
const proseOf = (page: string) =>
  page
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`]*`/g, "``")
    .replace(/\s+/g, " ");

/** Finds references to a section of a page or to a whole page: `docs/deployment.md, "Going back"`. */
function referencesIn(page: string): { of: string; section: string | null }[] {
  const found = proseOf(page).matchAll(/(docs\/(?:deployment|runbook|benchmarks|protection)\.md)(?:, "([^"]+)")?/g);
  return [...found].map(([, of = "", section]) => ({ of, section: section ?? null }));
}

/** Returns the texts that a page quotes, except the sections it refers to. */
const quotedIn = (page: string) =>
  [...proseOf(page).matchAll(/(\.md, )?"([^"]+)"/g)]
    .filter(([, isSection]) => !isSection)
    .map(([, , text = ""]) => text);

const headingsOf = (path: string) => headingsIn(read(path));

const code = files
  .map(({ text }) => codeOf(text))
  .join("\n")
  .replace(/\s+/g, " ");

/** Whether the code contains these words. A name in them is `…` on the page. */
const isInCode = (text: string) => text.split("…").every((part) => code.includes(part.trim()));

describe.each(PAGES)("%s", (path) => {
  const page = read(path);
  const own = headingsOf(path);

  it("quotes what the code writes, a section of its own, or somebody whose words are known", () => {
    const quoted = [...new Set(quotedIn(page))];
    expect(quoted.length).toBeGreaterThan(5);
    expect(quoted.filter((text) => !isInCode(text) && !OTHERS.includes(text) && !own.includes(text))).toEqual([]);
  });

  it("sends to sections that there are, and to none without its name", () => {
    const references = referencesIn(page);
    expect(references.length).toBeGreaterThan(2);
    const lost = references.filter(({ of, section }) => section !== null && !headingsOf(of).includes(section));
    expect(lost).toEqual([]);
    const whole = references.filter(({ of, section }) => section === null && of === "docs/deployment.md");
    expect(whole).toEqual([]);
  });
});

describe("what is quoted", () => {
  it("is known for nobody's words when it is quoted no more", () => {
    const quoted = PAGES.flatMap((path) => quotedIn(read(path)));
    expect(OTHERS.filter((text) => !quoted.includes(text))).toEqual([]);
  });

  it("is found, and so is a section that is not there", () => {
    expect(quotedIn('Look for "a line of\n  a log" (docs/deployment.md, "Going back"), not `"code"`.')).toEqual([
      "a line of a log",
    ]);
    expect(referencesIn('(docs/deployment.md) and docs/deployment.md, "Going back"')).toEqual([
      { of: "docs/deployment.md", section: null },
      { of: "docs/deployment.md", section: "Going back" },
    ]);
    expect(isInCode("a line that no code writes")).toBe(false);
  });
});

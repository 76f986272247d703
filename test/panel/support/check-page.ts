import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOnly, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of WCAG 2.2 AA, plus further good practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose results depend on colors, which are all that the dark scheme changes. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Returns axe's findings for the page in its current state. */
export function axeFindings(page: Page): Promise<string[]> {
  return findings(page, { type: "tag", values: TAGS });
}

/**
 * Returns axe's findings that would prevent someone from using the page. @param within a CSS selector for the part to
 * check. By default, the whole page is checked.
 */
export function seriousFindings(page: Page, within?: string): Promise<string[]> {
  return findings(page, { type: "tag", values: TAGS }, { impacts: ["serious", "critical"], within });
}

/**
 * Returns axe's findings about a page's colors. For all other rules, the page's current state has already been checked.
 * @param within a CSS selector for the part to check. By default, the whole page is checked.
 */
export function colourFindings(page: Page, within?: string): Promise<string[]> {
  return findings(page, { type: "rule", values: OF_COLOURS }, { within });
}

/** The part of a page to check (by default, all of it), and the impacts that count (by default, all). */
interface Checked {
  within?: string | undefined;
  impacts?: readonly string[];
}

async function findings(page: Page, runOnly: RunOnly, { within = "html", impacts }: Checked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate<string[], { only: RunOnly; counting: readonly string[] | undefined; part: string }>(
    async ({ only, counting, part }) => {
      // Most of a result lists passed checks, so neither compute nor send those.
      const options: RunOptions = { runOnly: only, resultTypes: ["violations"] };
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself there
      const { violations }: AxeResults = await (globalThis as any).axe.run(part, options);
      const counted = violations.filter(({ impact }) => counting === undefined || counting.includes(impact ?? ""));
      return counted.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
    },
    { only: runOnly, counting: impacts, part: within },
  );
}

/** Returns the parts that stick out beyond the page's side edge. */
export function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const isOut = ({ left, right }: DOMRect) => left < -1 || right > width + 1;
    return [...document.querySelectorAll("body *")]
      .filter((part) => isOut(part.getBoundingClientRect()))
      .map((part) => part.outerHTML.slice(0, 120));
  });
}

/** Waits until the page has settled: its title is shown, and nothing is still loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() => document.querySelector("[data-loading]") === null);
}

/** Expects axe to find no fault on the page, and the page not to scroll sideways. */
export async function expectSound(page: Page): Promise<void> {
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
}

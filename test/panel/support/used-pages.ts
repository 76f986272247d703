import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** A page in its own context. It is reused once its test has finished with it. */
export interface UsedPage {
  context: BrowserContext;
  page: Page;
}

/** The options that are set again each time a page is used. A context's other options can't be changed. */
const OF_EACH_TIME = { viewport: { width: 1280, height: 800 }, colorScheme: "light" } as const;

/** Pages that aren't in use, by the unchangeable options of their contexts. */
const idle = new WeakMap<Browser, Map<string, UsedPage[]>>();

const idleOf = (browser: Browser, key: string): UsedPage[] => {
  const all = idle.get(browser) ?? new Map<string, UsedPage[]>();
  idle.set(browser, all);
  const found = all.get(key) ?? [];
  all.set(key, found);
  return found;
};

/**
 * Opens an empty page, preferably one left by an earlier test. Such a page loads the panel with a third of the work,
 * because the browser still has the compiled program. @returns the page with a function `leave`, which empties it.
 */
export async function takePage(
  browser: Browser,
  url: string,
  { viewport, colorScheme, ...lasting }: BrowserContextOptions,
): Promise<UsedPage & { leave(): Promise<void> }> {
  const key = JSON.stringify([url, lasting]);
  const used = idleOf(browser, key).pop() ?? (await newPage(browser, url, lasting));
  const { context, page } = used;
  await page.setViewportSize(viewport ?? OF_EACH_TIME.viewport);
  await page.emulateMedia({ media: null, colorScheme: colorScheme ?? OF_EACH_TIME.colorScheme });
  return {
    ...used,
    async leave() {
      try {
        await empty(used, url);
        idleOf(browser, key).push(used);
      } catch {
        await context.close(); // whatever a test did to it
      }
    },
  };
}

async function newPage(browser: Browser, url: string, lasting: BrowserContextOptions): Promise<UsedPage> {
  const context = await browser.newContext({ baseURL: url, ...lasting });
  context.setDefaultTimeout(60_000);
  return { context, page: await context.newPage() };
}

/**
 * Removes everything that a test has left behind: the running program, its stored data, the session, and the test's own
 * changes.
 */
async function empty({ context, page }: UsedPage, url: string): Promise<void> {
  for (const event of ["console", "pageerror", "request", "response", "dialog", "download"] as const)
    page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.mouse.move(-1, -1);
  await page.goto(`${url}/theme.js`); // of the panel's address, and runs nothing
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await context.clearPermissions();
}

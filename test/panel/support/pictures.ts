import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { settled } from "./check-page.ts";
import { serveContentThread, WRITER } from "./content-thread.ts";
import type { Panel } from "./open-panel.ts";

/** A page that is compared with a stored screenshot. Nothing on it may depend on the time or on an ID. */
interface Screen {
  name: string;
  path(instance: string): string;
  /** The user's role, or null for a user without an account. */
  role: "admin" | null;
  /** Runs before the page is opened. */
  serve?(page: Page, panel: Panel, instance: string): Promise<unknown>;
  prepare?(page: Page): Promise<unknown>;
  /** The screen size. Defaults to the usual size. */
  viewport?: { width: number; height: number };
  /** The language. Defaults to English. */
  locale?: string;
}

/** The folder that contains the screenshots. */
export const PICTURES = fileURLToPath(new URL("../pictures/", import.meta.url));

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The size of a usual screen. */
export const USUAL = { width: 1280, height: 800 } as const;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The pages that are compared. Pages about a number use a number that isn't linked. */
export const SCREENS: readonly Screen[] = [
  { name: "start", path: () => "/start", role: "admin" },
  {
    name: "add-number",
    path: () => "/instances",
    role: "admin",
    async prepare(page) {
      await button(page, "Add a number").first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "answers", path: (instance) => `/instances/${instance}/answers`, role: "admin" },
  { name: "answers-agent", path: (instance) => `/instances/${instance}/answers?part=agent`, role: "admin" },
  { name: "chats", path: () => "/chats", role: "admin" },
  {
    name: "content",
    path: (instance) => `/chats/${instance}/${WRITER}`,
    role: "admin",
    serve: (page, panel, instance) => serveContentThread(page, panel.url, instance),
    prepare: messageField,
    viewport: { width: 760, height: 3600 },
  },
  {
    name: "content-narrow",
    path: (instance) => `/chats/${instance}/${WRITER}`,
    role: "admin",
    serve: (page, panel, instance) => serveContentThread(page, panel.url, instance),
    prepare: messageField,
    viewport: { width: 320, height: 4200 },
    locale: "ar-XB",
  },
  { name: "groups", path: () => "/groups", role: "admin" },
  { name: "broadcasts", path: () => "/broadcasts", role: "admin" },
  { name: "new-broadcast", path: () => "/broadcasts/new", role: "admin" },
  { name: "webhooks", path: () => "/developers/webhooks", role: "admin" },
  { name: "deliveries", path: () => "/developers/deliveries", role: "admin" },
  { name: "open-account", path: () => "/open-account", role: null },
  { name: "not-found", path: () => "/no/such/page", role: "admin" },
];

/** Waits for the message field below a thread, which is loaded separately. */
async function messageField(page: Page): Promise<void> {
  await page.locator("textarea#composer").waitFor();
}

/**
 * Takes a screenshot of the page in each theme, as drawn by the packed browser. The page stays open and switches themes
 * without a reload.
 */
export async function takePictures(panel: Panel, screen: Screen, instance: string): Promise<Record<Theme, Buffer>> {
  const { page, close } = await panel.as(screen.role, {
    viewport: screen.viewport ?? USUAL,
    reducedMotion: "reduce",
    locale: screen.locale ?? "en-US",
    timezoneId: "Europe/Lisbon",
    email: `${screen.role ?? "nobody"}@example.com`,
  });
  // The number of waiting chats appears at a different moment each time, so use a fixed response.
  await page.route("**/panel-api/news*", (route) => route.fulfill({ json: { data: NOTHING_NEW } }));
  await screen.serve?.(page, panel, instance);
  await page.goto(screen.path(instance));
  await settled(page);
  await screen.prepare?.(page);
  await settled(page);
  const taken: Partial<Record<Theme, Buffer>> = {};
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    taken[colorScheme] = await page.screenshot({ animations: "disabled", caret: "hide" });
  }
  await close();
  return taken as Record<Theme, Buffer>;
}

const NOTHING_NEW = { waiting: 0, chats: [], next: "2026-11-20T10:00:00.000Z" };

/** Adds the number for pages about a number. */
export async function addNumber(panel: Panel): Promise<string> {
  const { body } = await panel.api<{ data: { id: string } }>("POST", "/v1/instances", { name: "Flower shop" });
  return body.data.id;
}

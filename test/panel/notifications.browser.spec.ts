import type { Page, Response } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectSound, settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

const ANA = "5511966670001";
const EVE = "5511966670002";
const SHOP = "5511966670099";

let panel: Panel;
let instance: string;

beforeAll(async () => {
  panel = await openPanel();
  instance = (await panel.link(SHOP, "Flower shop")).id;
  await panel.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  await panel.sandbox("POST", "/phones", { phone: EVE, name: "Eve" });
});

async function says(phone: string, text: string): Promise<void> {
  await panel.sandbox("POST", `/phones/${phone}/messages`, { to: SHOP, text });
  await eventually("the message is here", async () => {
    const { body } = await panel.api<{ data?: { body: string | null }[] }>(
      "GET",
      `/v1/instances/${instance}/chats/${phone}/history`,
    );
    return body.data?.some((one) => one.body === text) ?? false;
  });
}

/** The notifications that a page has displayed, and whether it is visible. */
interface Seen {
  notices: string[];
  isHidden: boolean;
}
const seen = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen.notices);

/**
 * Gives the page a recorder in place of notifications, which the packed browser doesn't support. The page can also be
 * hidden.
 */
async function recordNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const now: Seen = { notices: [], isHidden: false };
    class Recorder {
      static permission = "default";
      static async requestPermission() {
        Recorder.permission = "granted";
        return "granted";
      }
      onclick = null;
      constructor(title: string, { body }: { body: string }) {
        now.notices.push(`${title}: ${body}`);
      }
      close() {}
    }
    if (localStorage.length > 0) Recorder.permission = "granted";
    Object.assign(globalThis, { seen: now, Notification: Recorder });
    Object.defineProperty(document, "hidden", { get: () => now.isHidden });
    Object.defineProperty(document, "visibilityState", { get: () => (now.isHidden ? "hidden" : "visible") });
  });
}

const hide = (page: Page) =>
  page.evaluate(() => {
    (globalThis as unknown as { seen: Seen }).seen.isHidden = true;
    document.dispatchEvent(new Event("visibilitychange"));
  });

/** Advances the page's clock so that it sends its next request right away. */
async function askNow(page: Page): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.url().includes("/panel-api/quiet")),
    page.clock.runFor(20_000),
  ]);
  await answer.finished();
}

describe("a person at another page", () => {
  it("costs a hidden tab one small question in 20 seconds and nothing else", async () => {
    // This must run first, while there are no messages: responses reach back a few seconds, so a message would be
    // reported again.
    const { page, close } = await panel.as("viewer", { isForGood: true });
    await recordNotices(page);
    await page.clock.install();
    const answered = (one: Response) => one.url().includes("/panel-api/quiet");
    await Promise.all([page.waitForResponse(answered), page.goto("/chats")]);
    await settled(page);
    await hide(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    for (let minute = 0; minute < 3; minute++) await askNow(page);
    expect(asked).toEqual(["/panel-api/quiet", "/panel-api/quiet", "/panel-api/quiet"]);
    await close();
  });

  it("is notified in a hidden tab of who writes, not of a muted chat, and sees how many wait", async () => {
    const { page, faults, close } = await panel.as("member", { isForGood: true });
    await recordNotices(page);
    await page.goto("/me");
    await page.getByRole("switch", { name: "Show a notification" }).waitFor();
    await page.getByText("Show a notification when someone sends a message").click();
    await page.getByLabel("Quiet hours from").waitFor();
    await expectSound(page);
    await page.clock.install();
    await page.goto("/instances");
    await settled(page);
    await hide(page);

    await says(ANA, "Do you have roses?");
    await askNow(page);
    await expect.poll(() => seen(page)).toEqual(["Ana: Do you have roses?"]);
    await expect.poll(() => page.title()).toBe("(1) Numbers · Messaging gateway");
    expect(await page.locator("link[rel=icon]").getAttribute("href")).toBe("/icon-waiting.svg");
    await page.getByRole("link", { name: "Chats 1 person is waiting for an answer" }).waitFor();

    await panel.api("PATCH", `/v1/instances/${instance}/chats/${ANA}`, { muted_until: "forever" });
    await says(ANA, "Hello?");
    await says(EVE, "And tulips?");
    await askNow(page);
    await expect.poll(() => page.title()).toBe("(2) Numbers · Messaging gateway");
    expect(await seen(page)).toEqual(["Ana: Do you have roses?", "Eve: And tulips?"]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe("the panel as an app", () => {
  it("names its icons in a manifest, and its service worker answers no request and keeps no file", async () => {
    const { page, faults, close } = await panel.as("viewer");
    await page.goto("/instances");
    await settled(page);
    const found = await page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      const manifest = await (await fetch("/manifest.json")).json();
      const icons = await Promise.all(
        manifest.icons.map(async ({ src }: { src: string }) => (await fetch(src)).headers.get("content-type")),
      );
      return { worker: worker.active?.scriptURL, start: manifest.start_url, icons, caches: await caches.keys() };
    });
    expect(found).toEqual({
      worker: `${new URL(panel.url).origin}/worker.js`,
      start: "/chats",
      icons: ["image/png", "image/png", "image/png"],
      caches: [],
    });
    const source = await (await page.request.get("/worker.js")).text();
    expect(source).not.toMatch(/"fetch"|caches/);
    expect(faults).toEqual([]);
    await close();
  });
});

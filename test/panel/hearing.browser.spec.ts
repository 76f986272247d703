import type { Locator, Page, WebSocket } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { PANEL_LIMITS } from "../../core/contracts/panel/panel-limits.ts";
import { eventually } from "../support/eventually.ts";
import { machineTime } from "../support/machine-time.ts";
import { settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import type { PanelPage } from "./support/signed-in-page.ts";

// Tests pages that are notified of changes. Each page has its own clock, which only the test advances.

const ANA = "5511966672001";
const SHOP = "5511966672099";
const MINUTE_SEC = 60;
const STEP_SEC = 10;
const TICK_MS = 20;

let panel: Panel;
let instance: string;
beforeAll(async () => {
  panel = await openPanel({ own: true, env: { EPHEMERAL: "0" } });
  instance = (await panel.link(SHOP, "Flower shop")).id;
  await panel.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  await says("Do you have roses?");
  await eventually("her chat", async () => (await panel.api("GET", chatPath())).status === 200);
});

const chatPath = () => `/v1/instances/${instance}/chats/${ANA}`;
const says = (text: string) => panel.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text });
const bar = (page: Page) => page.getByRole("region", { name: "Who handles this chat" });

/** A page's connections to the gateway, and the requests it has sent. */
interface Watched {
  sockets: WebSocket[];
  frames: string[];
  asked: string[];
}

function watched(page: Page): Watched {
  const seen: Watched = { sockets: [], frames: [], asked: [] };
  page.on("websocket", (socket) => {
    seen.sockets.push(socket);
    socket.on("framereceived", ({ payload }) => seen.frames.push(String(payload)));
  });
  page.on("request", (request) => seen.asked.push(new URL(request.url()).pathname));
  return seen;
}

const framesOf = ({ frames }: Watched, kind: string) => frames.filter((one) => one.includes(`"${kind}"`)).length;
const asksOf = ({ asked }: Watched, path: string) => asked.filter((one) => one === `/panel-api/${path}`).length;

/**
 * Stops the page's clock just ahead of the current time. A later jump would make the connection seem to have been
 * silent for a long time.
 */
const stopClock = async (page: Page) => page.clock.pauseAt(machineTime().getTime() + 2_000);

/** Opens the chat on a page whose clock is stopped, and waits until the page receives updates. */
async function hearing({ page }: PanelPage): Promise<Watched> {
  const seen = watched(page);
  await page.clock.install();
  await page.goto(`/chats/${instance}/${ANA}`);
  await settled(page);
  await bar(page).waitFor();
  await eventually("the page to hear", () => framesOf(seen, "open") > 0);
  await page.waitForLoadState("networkidle");
  await stopClock(page);
  return seen;
}

/**
 * Waits until a page shows something, and expects that to take less of the page's time than the polling interval
 * without a connection.
 */
async function shownSoon(page: Page, place: () => Locator): Promise<void> {
  let passedMs = 0;
  await eventually("it to be shown", async () => {
    await page.clock.runFor(TICK_MS);
    passedMs += TICK_MS;
    return (await place().count()) > 0;
  });
  expect(passedMs).toBeLessThan(PANEL_LIMITS.liveEverySec * 1000);
}

/**
 * Lets a minute pass for the gateway and the page. A ping every ten seconds tells the page that its connection is
 * alive.
 */
async function passMinute(page: Page, seen: Watched): Promise<void> {
  for (let passed = 0; passed < MINUTE_SEC; passed += STEP_SEC) {
    const pings = framesOf(seen, "ping");
    await panel.sandbox("POST", "/clock", { advance_seconds: STEP_SEC });
    await eventually("a ping", () => framesOf(seen, "ping") > pings);
    await page.clock.runFor(STEP_SEC * 1000);
  }
}

describe("a visible page of the panel", () => {
  it("shows a colleague's change in a moment, and asks about once a minute otherwise", async () => {
    const mel = await panel.as("member", { isForGood: true });
    const max = await panel.as("member");
    const seen = await hearing(mel);
    await max.page.goto(`/chats/${instance}/${ANA}`);
    await bar(max.page).waitFor();
    const asks = asksOf(seen, "live");
    await bar(max.page).getByRole("button", { name: "Close", exact: true }).click();
    await eventually("the hint", () => framesOf(seen, "changed") > 0);
    await shownSoon(mel.page, () => bar(mel.page).getByText(/Closed /));
    expect(asksOf(seen, "live") - asks).toBeLessThanOrEqual(2);

    await says("And tulips?");
    await shownSoon(mel.page, () => mel.page.locator("[data-message]").filter({ hasText: "And tulips?" }));
    await max.close();

    await passMinute(mel.page, seen);
    const before = { live: asksOf(seen, "live"), quiet: asksOf(seen, "quiet") };
    await passMinute(mel.page, seen);
    expect(asksOf(seen, "live") - before.live).toBeLessThanOrEqual(2);
    expect(asksOf(seen, "quiet") - before.quiet).toBeLessThanOrEqual(2);
    expect(mel.faults.filter((fault) => /WebSocket|hints|Security Policy/.test(fault))).toEqual([]);
    await mel.close();
  });

  it("shows a colleague's note at once", async () => {
    const mel = await panel.as("member", { isForGood: true });
    const seen = await hearing(mel);
    const max = await panel.as("member");
    await max.page.goto(`/chats/${instance}/${ANA}`);
    await max.page.getByRole("button", { name: "Add note" }).click();
    await max.page.getByRole("dialog").getByRole("textbox").fill("Allergic to lilies");
    await max.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await eventually("the hint", () => framesOf(seen, "notes") > 0);
    await shownSoon(mel.page, () => mel.page.getByText("Allergic to lilies").first());
    await max.close();
    await mel.close();
  });

  it("asks every three seconds while its connection is cut, hears again, and has none in a hidden tab", async () => {
    const mel = await panel.as("member", { isForGood: true });
    const { page } = mel;
    let isCut = false;
    const cuts: (() => Promise<void>)[] = [];
    await page.routeWebSocket("**/panel-api/hints", (socket) => {
      if (isCut) return void socket.close({ code: 1011 });
      const server = socket.connectToServer();
      cuts.push(() => socket.close({ code: 1011 }).then(() => server.close()));
      server.onMessage((message) => {
        frames.push(String(message));
        socket.send(message);
      });
    });
    const frames: string[] = [];
    const opened = () => frames.filter((one) => one.includes('"open"')).length;
    await page.addInitScript(() => {
      const now = { isHidden: false };
      Object.assign(globalThis, { now });
      Object.defineProperty(document, "hidden", { get: () => now.isHidden });
      Object.defineProperty(document, "visibilityState", { get: () => (now.isHidden ? "hidden" : "visible") });
    });
    const seen = watched(page);
    await page.clock.install();
    await page.goto(`/chats/${instance}/${ANA}`);
    await settled(page);
    await eventually("the page to hear", () => opened() === 1);
    await page.waitForLoadState("networkidle");
    await stopClock(page);

    isCut = true;
    await cuts[0]?.();
    for (let n = 0; n < 3; n++) {
      const asks = asksOf(seen, "live");
      await eventually("a question", async () => {
        await page.clock.runFor(1_000);
        return asksOf(seen, "live") > asks;
      });
    }
    isCut = false;
    await eventually("the page to hear again", async () => {
      await page.clock.runFor(1_000);
      return opened() === 2;
    });

    await page.evaluate(() => {
      (globalThis as unknown as { now: { isHidden: boolean } }).now.isHidden = true;
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    });
    await page.waitForLoadState("networkidle");
    const asks = seen.asked.length;
    await says("Hello?");
    await page.clock.runFor(19_000);
    expect(seen.asked.slice(asks)).toEqual([]);
    expect(opened()).toBe(2);
    await mel.close();
  });

  it("is led to the sign-in as soon as its person signs out in another window", async () => {
    const mel = await panel.as("member", { isForGood: true });
    const seen = await hearing(mel);
    const other = await mel.context.newPage();
    await other.goto("/me");
    await other.getByRole("button", { name: "Sign out" }).first().click();
    await eventually("the end", () => seen.sockets.every((socket) => socket.isClosed()));
    await eventually("the sign-in", async () => {
      await mel.page.clock.runFor(1_000);
      return !mel.page.url().includes("/chats/");
    });
    await mel.close();
  });

  it("hears again from a gateway that was killed and started again", async () => {
    const mel = await panel.as("member", { isForGood: true });
    const seen = await hearing(mel);
    await panel.restart();
    await eventually("the page to hear again", async () => {
      await mel.page.clock.runFor(1_000);
      return framesOf(seen, "open") > 1;
    });
    await mel.close();
    await panel.stop();
  });
});

import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { keys } from "../../core/store/keys.ts";
import { eventually } from "../support/eventually.ts";
import { inbox } from "../support/linked-number.ts";
import { expectSound, settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import { savedTable } from "./support/saved-table.ts";
import type { PanelPage } from "./support/signed-in-page.ts";

// Tests three team members working in the same chats: two at desks, one on a phone.

const ANA = "5511966671001";
const EVE = "5511966671002";
const SHOP = "5511966671099";
const DAY_MS = 86_400_000;
const PHONE = { width: 390, height: 844 };
/** The minimum width and height of touch targets, in CSS pixels. */
const FINGER_PX = 44;
/** Longer than the time a finger must stay on a chat to select it. */
const HELD_MS = 2_000;

let panel: Panel;
let instance: string;
let mel: PanelPage;
let max: PanelPage;
let ada: PanelPage;

beforeAll(async () => {
  panel = await openPanel();
  instance = (await panel.link(SHOP, "Flower shop")).id;
  for (const [phone, name] of [
    [ANA, "Ana"],
    [EVE, "Eve"],
  ] as const) {
    await panel.sandbox("POST", "/phones", { phone, name });
    await panel.sandbox("POST", `/phones/${phone}/messages`, { to: SHOP, text: `${name} asks for roses` });
    await eventually(`a chat with ${name}`, async () => (await stored(phone)).status === 200);
  }
  mel = await panel.as("member");
  max = await panel.as("member");
  ada = await panel.as("admin", { viewport: PHONE });
  const { newDeps } = await import("../../functions/deps.ts");
  await newDeps().table.write({ update: keys.accountUser(panel.account, max.user), set: { name: "Max" } });
});

const stored = (phone: string) =>
  panel.api<{ data: Record<string, unknown> }>("GET", `/v1/instances/${instance}/chats/${phone}`);
const change = (phone: string, body: object) => panel.api("PATCH", `/v1/instances/${instance}/chats/${phone}`, body);
const field = (page: Page) => page.getByRole("textbox", { name: /Message to/ });
const bar = (page: Page) => page.getByRole("region", { name: "Who handles this chat" });
const inBar = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });
const selected = (page: Page) => page.getByRole("region", { name: "Selected chats" });
const row = (page: Page, name: string) => page.locator("[data-chat]").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");

async function open(page: Page, phone: string): Promise<void> {
  await page.goto(`/chats/${instance}/${phone}`);
  await bar(page).getByText("Unassigned").waitFor();
  await settled(page);
}

/** Puts a finger on a part of a page. @returns functions that move the finger down by some pixels, and lift it. */
async function touch({ page, context }: PanelPage, part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const browser = await context.newCDPSession(page);
  const at = (down: number) => [{ x: x + width / 2, y: y + height / 2 + down }];
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", at(0));
  return { move: (down: number) => send("touchMove", at(down)), lift: () => send("touchEnd", []) };
}

/** Keeps updates from reaching a page until it changes a chat itself. */
async function deafUntilChange(page: Page): Promise<void> {
  const change = Promise.withResolvers<void>();
  await page.route(/\/panel-api\/(live|v1\/instances\/[^/]+\/chats\/[^/]+$)/, async (route) => {
    if (route.request().method() === "PATCH") change.resolve();
    else await change.promise;
    await route.continue();
  });
}

/** The list request never completes, so anything that the page shows came through its poll for updates. */
const withoutList = (page: Page) => page.route("**/panel-api/v1/chats?**", () => undefined);

describe("a team in the same chats", () => {
  it("answers once: a colleague who was slower is told, and their message waits", async () => {
    await Promise.all([open(mel.page, ANA), open(max.page, ANA)]);
    await ada.page.goto("/chats");
    await row(ada.page, "Ana").waitFor();
    await withoutList(ada.page);

    await field(mel.page).fill("Yes, a dozen");
    await max.page.getByText("Mel Member is writing an answer").waitFor();
    await expectSound(max.page);
    await deafUntilChange(max.page);
    await field(max.page).fill("Sorry, sold out");
    await field(mel.page).press("Enter");
    await bar(mel.page).getByText("Assigned to you").waitFor();
    await field(max.page).press("Enter");

    await max.page.getByText(/A colleague took this chat while you were writing/).waitFor();
    await bar(max.page).getByText("Assigned to Mel Member").waitFor();
    await row(ada.page, "Ana").getByText("Mel Member").waitFor();
    await mel.page
      .locator("[data-message]")
      .filter({ hasText: "Yes, a dozen" })
      .getByText("Delivered")
      .waitFor({ state: "attached" });
    const arrived = JSON.stringify(await inbox(panel.gateway, ANA));
    expect([arrived.includes("Yes, a dozen"), arrived.includes("sold out")]).toEqual([true, false]);
    await max.page.getByRole("button", { name: "Discard" }).click();
  });

  it("hands over, sets aside, brings back and closes, and loses no change of two at once", async () => {
    await Promise.all([open(mel.page, EVE), open(max.page, EVE)]);
    await inBar(max.page, "Snooze").click();
    await dialog(max.page).getByText("Tomorrow morning").click();
    await expectSound(max.page);
    await dialog(max.page).getByRole("button", { name: "Snooze" }).click();
    await bar(mel.page)
      .getByText(/Snoozed until .*9:00/)
      .waitFor();
    await row(ada.page, "Eve").waitFor({ state: "detached" });

    await inBar(mel.page, "Assign").click();
    await dialog(mel.page).getByText("Ada Admin").click();
    await Promise.all([
      dialog(mel.page).getByRole("button", { name: "Assign" }).click(),
      inBar(max.page, "Unsnooze").click(),
    ]);
    await row(ada.page, "Eve").getByText("You", { exact: true }).waitFor();
    const { body } = await stored(EVE);
    expect(body.data).toMatchObject({ assigned_to: { id: ada.user }, snoozed_until: null });

    await row(ada.page, "Eve").click();
    await bar(ada.page).getByText("Assigned to you").waitFor();
    await inBar(ada.page, "Assign").click();
    await expectSound(ada.page);
    await dialog(ada.page).getByText("No one", { exact: true }).click();
    await dialog(ada.page).getByRole("button", { name: "Assign" }).click();
    await bar(max.page).getByText("Unassigned").waitFor();
    await inBar(max.page, "Close").click();
    await bar(ada.page)
      .getByText(/Closed /)
      .waitFor();
    await expectSound(ada.page);
    await inBar(ada.page, "Reopen").click();
    await bar(mel.page).getByRole("button", { name: "Close", exact: true }).waitFor();
  });

  it("keeps notes for colleagues, sends none, and keeps none with a hand-over that was refused", async () => {
    await mel.page.getByRole("button", { name: "Add note" }).click();
    await dialog(mel.page).getByRole("textbox").fill("Allergic to lilies");
    await dialog(mel.page).getByRole("button", { name: "Save" }).click();
    await dialog(mel.page).waitFor({ state: "detached" });
    await max.page.reload();
    await max.page.getByText("Allergic to lilies").waitFor();

    await deafUntilChange(mel.page);
    await inBar(mel.page, "Assign").click();
    await dialog(mel.page).getByText("Ada Admin").click();
    await dialog(mel.page).getByRole("textbox").fill("Call her back");
    await change(EVE, { assigned_to: max.user });
    await dialog(mel.page).getByRole("button", { name: "Assign" }).click();
    await dialog(mel.page)
      .getByText(/A colleague just changed this/)
      .waitFor();
    const { body } = await panel.api<{ data: { text: string }[] }>(
      "GET",
      `/v1/instances/${instance}/chats/${EVE}/notes`,
    );
    expect(body.data.map(({ text }) => text)).toEqual(["Allergic to lilies"]);
    expect(JSON.stringify(await inbox(panel.gateway, EVE))).not.toContain("lilies");
  });

  it("changes many chats at once, and says which were not changed and why", async () => {
    await change(EVE, { assigned_to: null });
    await max.page.goto("/chats");
    await max.page.getByRole("button", { name: "Select chats" }).click();
    await max.page.getByRole("checkbox", { name: /Ana/ }).press("Space");
    await row(max.page, "Eve").click();
    await max.page.getByText("2 chats selected").waitFor();
    await expectSound(max.page);
    await selected(max.page).getByRole("button", { name: "Assign" }).click();
    await dialog(max.page).getByText("Ada Admin").click();
    await change(EVE, { assigned_to: mel.user });
    await dialog(max.page).getByRole("button", { name: "Assign 2 chats" }).click();
    await dialog(max.page).getByText("1 chat was changed.").waitFor();
    await dialog(max.page)
      .getByText(/Eve: A colleague just changed this/)
      .waitFor();
    await expectSound(max.page);
    await dialog(max.page).getByRole("button", { name: "Done" }).click();
    await max.page.getByText("1 chat selected").waitFor();
    const has = async (phone: string) => (await stored(phone)).body.data.assigned_to;
    expect([await has(ANA), await has(EVE)]).toMatchObject([{ id: ada.user }, { id: mel.user }]);
    await change(ANA, { assigned_to: mel.user });
    await change(EVE, { assigned_to: null });
  });

  it("selects chats by holding one with a finger, while others are looked at, until another filter is chosen", async () => {
    const eli = await panel.as("member", { viewport: PHONE, hasTouch: true });
    const { page } = eli;
    const press = (name: string) => page.getByRole("button", { name, exact: true }).first().tap();
    await page.goto("/chats");
    const { lift } = await touch(eli, row(page, "Ana"));
    await page.getByText("1 chat selected").waitFor();
    await lift();
    await row(page, "Eve").tap();
    await page.getByText("2 chats selected").waitFor();
    await expectSound(page);
    for (const button of await selected(page).getByRole("button").all()) {
      const { y, width, height } = (await button.boundingBox()) ?? { y: 0, width: 0, height: 0 };
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(FINGER_PX);
      expect(y + height).toBeLessThanOrEqual(PHONE.height);
    }

    await selected(page).getByRole("button", { name: "Close" }).tap();
    await dialog(page).getByRole("button", { name: "Close 2 chats" }).waitFor();
    await expectSound(page);
    await dialog(page).getByRole("button", { name: "Cancel" }).tap();

    await page.getByRole("link", { name: "Open the chat with Eve" }).tap();
    await bar(page).waitFor();
    await page.goBack();
    await page.getByText("2 chats selected").waitFor();
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
    await press("Waiting");
    await page.getByText("No chats selected").waitFor();
    await press("Open");
    await page.getByRole("checkbox", { name: /Ana/, checked: false }).waitFor();
    await press("Done");
    await row(page, "Ana").tap();
    await bar(page).getByText("Assigned to Mel Member").waitFor();
    expect(eli.faults).toEqual([]);
    await eli.close();
  });

  it("selects no chat with a finger that moves before it has held one, as when it scrolls", async () => {
    const eli = await panel.as("member", { viewport: PHONE, hasTouch: true });
    const { page } = eli;
    await page.clock.install();
    await page.goto("/chats");
    await row(page, "Ana").waitFor();
    const moved = await touch(eli, row(page, "Ana"));
    await moved.move(40);
    await page.clock.runFor(HELD_MS);
    await moved.lift();
    expect(await selected(page).count()).toBe(0);

    const held = await touch(eli, row(page, "Ana"));
    await held.move(4);
    await page.clock.runFor(HELD_MS);
    await page.getByText("1 chat selected").waitFor();
    await held.lift();
    await page.getByText("1 chat selected").waitFor();
    expect(eli.faults).toEqual([]);
    await eli.close();
  });

  it("sees how much came and went and how fast it answered, also as a table and as a file", async () => {
    const { page } = ada;
    const now = await panel.gateway.now();
    const day = (plus: number) => new Date(now.getTime() + plus * DAY_MS).toISOString().slice(0, 10);
    await panel.sandbox("POST", "/clock", { advance_seconds: 301 });
    await page.goto(`/statistics?range=own&from=${day(-1)}&to=${day(1)}`);
    const team = page.getByRole("table", { name: "Team" });
    await eventually("the figures are written", async () => {
      await page.reload();
      await page.getByRole("heading", { name: "Numbers" }).waitFor();
      return (await team.count()) > 0;
    });

    await team.getByRole("row", { name: /Max|@/ }).first().waitFor();
    await page
      .getByRole("table", { name: "Numbers" })
      .getByRole("row", { name: /Flower shop/ })
      .waitFor();
    await page.getByRole("button", { name: "Show as table" }).first().click();
    await page.getByRole("table", { name: "Messages received and sent, by day" }).waitFor();
    await expectSound(page);
    const { name, lines } = await savedTable(page);
    expect(name).toBe("statistics.csv");
    expect(lines).toHaveLength(4);
    const sum = (column: number) => lines.slice(1).reduce((all, line) => all + Number(line.split(",")[column]), 0);
    expect(Math.min(sum(1), sum(2))).toBeGreaterThan(0);
  });

  it("is shown one's own chats, nobody's, and those that are closed", async () => {
    const shown = (page: Page) => page.locator("[data-chat]").allInnerTexts();
    const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
    await mel.page.goto("/chats");
    await press(mel.page, "Mine");
    await expect.poll(() => shown(mel.page)).toEqual([expect.stringContaining("Ana")]);
    await press(mel.page, "Unassigned");
    await expect.poll(() => shown(mel.page)).toEqual([expect.stringContaining("Eve")]);
    await panel.api("PATCH", `/v1/instances/${instance}/chats/${EVE}`, { closed: true });
    await mel.page.getByText("No chats match").waitFor();
    await press(mel.page, "Closed");
    await expect.poll(() => shown(mel.page)).toEqual([expect.stringContaining("Eve")]);

    const conflict = /409/;
    for (const { faults, close } of [mel, max, ada]) {
      expect(faults.filter((fault) => !conflict.test(fault))).toEqual([]);
      await close();
    }
  });
});

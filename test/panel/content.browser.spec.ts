import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Message } from "../../core/contracts/message.ts";
import { IS_LONG } from "../run/how-long.ts";
import { eventually } from "../support/eventually.ts";
import { picture, recording } from "../support/sample-files.ts";
import { axeFindings, settled, sticksOut } from "./support/check-page.ts";
import { ODD_MESSAGES, serveContentThread, WRITER } from "./support/content-thread.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import type { PanelPage } from "./support/signed-in-page.ts";

const SHOP = "5511966660059";
const SINGER = "5511966660058";
const PAINTER = "5511966660057";
/** A narrow screen, where there is the least room for content. A long run also tests a wide screen. */
const WIDTHS = IS_LONG ? [390, 1440] : [390];

let panel: Panel;
let instance: string;

beforeAll(async () => {
  panel = await openPanel();
  instance = (await panel.link(SHOP, "Flower shop")).id;
  await panel.sandbox("POST", "/phones", { phone: WRITER, name: "Ana" });
  await panel.sandbox("POST", `/phones/${WRITER}/messages`, { to: SHOP, text: "Hello" });
  await eventually("a chat with Ana", async () => {
    const { status } = await panel.api("GET", `/v1/instances/${instance}/chats/${WRITER}`);
    return status === 200;
  });
});

async function openThread({ page }: PanelPage, more: readonly Partial<Message>[] = []): Promise<Page> {
  await serveContentThread(page, panel.url, instance, more);
  await page.goto(`/chats/${instance}/${WRITER}`);
  await page.locator("[data-message]").last().waitFor();
  await settled(page);
  return page;
}

const card = (page: Page, text: string | RegExp) => page.locator("[data-message]").filter({ hasText: text });

describe("a voice note", () => {
  const player = (page: Page) => page.getByRole("group", { name: "Audio" });
  const isPaused = (page: Page) =>
    player(page)
      .locator("audio")
      .evaluate((one: HTMLAudioElement) => one.paused);

  beforeAll(async () => {
    const media = { data: recording("ogg", 30).toString("base64"), mimetype: "audio/ogg; codecs=opus", voice: true };
    await panel.sandbox("POST", "/phones", { phone: SINGER, name: "Olivia" });
    await panel.sandbox("POST", `/phones/${SINGER}/messages`, { to: SHOP, media });
    await eventually("her voice note", async () => {
      const { status } = await panel.api("GET", `/v1/instances/${instance}/chats/${SINGER}`);
      return status === 200;
    });
  });

  it.each(WIDTHS)("is played, moved in, and sped up, %i pixels wide", async (width) => {
    const opened = await panel.as("viewer", { viewport: { width, height: 800 } });
    const { page } = opened;
    await page.goto(`/chats/${instance}/${SINGER}`);
    await player(page).getByText("0:30").waitFor();
    expect((await player(page).boundingBox())?.width).toBeGreaterThan(200);
    expect(await sticksOut(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);

    await player(page).getByRole("button", { name: "Speed 1×" }).click();
    await player(page).getByRole("button", { name: "Speed 1.5×" }).waitFor();
    await player(page).getByRole("slider", { name: "Position" }).fill("2");
    const sound = player(page).locator("audio");
    expect(await sound.evaluate((one: HTMLAudioElement) => [one.currentTime, one.playbackRate])).toEqual([2, 1.5]);
    await player(page).getByRole("button", { name: "Play" }).press("Enter");
    await player(page).getByRole("button", { name: "Pause" }).waitFor();
    expect(await isPaused(page)).toBe(false);

    // At the end, playback stops and the player returns to the beginning.
    await player(page).getByRole("slider", { name: "Position" }).fill("29.5");
    await player(page).getByRole("button", { name: "Play" }).waitFor();
    expect(await sound.evaluate((one: HTMLAudioElement) => one.currentTime)).toBe(0);
    expect(opened.faults).toEqual([]);
    await opened.close();
  });
});

describe("the pictures of a thread", () => {
  const viewer = (page: Page, n: number) => page.getByRole("dialog", { name: `Picture ${n} of 2` });

  beforeAll(async () => {
    await panel.sandbox("POST", "/phones", { phone: PAINTER, name: "Pia" });
    for (const size of [300, 1200]) {
      const media = { data: (await picture("png", size)).toString("base64"), mimetype: "image/png" };
      await panel.sandbox("POST", `/phones/${PAINTER}/messages`, { to: SHOP, media });
    }
    await eventually("both pictures", async () => {
      const chat = `/v1/instances/${instance}/chats/${PAINTER}/history`;
      const { body } = await panel.api<{ data?: Message[] }>("GET", chat);
      return (body.data ?? []).filter(({ media }) => media?.url).length === 2;
    });
  });

  it.each(WIDTHS)(
    "open in a viewer, one after the other, in their own size and by keyboard, %i pixels wide",
    async (width) => {
      const opened = await panel.as("viewer", { viewport: { width, height: 800 } });
      const { page } = opened;
      await page.goto(`/chats/${instance}/${PAINTER}`);
      const first = page.locator("[data-message]").getByRole("button", { name: "Picture from Pia" }).first();
      await first.press("Enter");
      await viewer(page, 1).getByRole("img", { name: "Picture from Pia" }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("ArrowRight");
      await viewer(page, 2).waitFor();
      await page.keyboard.press("ArrowRight");
      const large = viewer(page, 2).getByRole("img", { name: "Picture from Pia" });
      expect((await large.boundingBox())?.width).toBeLessThanOrEqual(width);
      await viewer(page, 2).getByRole("button", { name: "Full size" }).last().click();
      await expect.poll(async () => (await large.boundingBox())?.width).toBe(1200);
      expect(await sticksOut(page)).toEqual([]);
      await viewer(page, 2).getByRole("button", { name: "Previous picture" }).click();
      await viewer(page, 1).waitFor();
      const save = viewer(page, 1).getByRole("link", { name: "Save picture" });
      expect(await save.getAttribute("rel")).toBe("noopener noreferrer nofollow");
      await page.keyboard.press("Escape");
      await viewer(page, 1).waitFor({ state: "detached" });
      expect(await first.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(page.context().pages()).toHaveLength(1);
      expect(opened.faults).toEqual([]);
      await opened.close();
    },
  );
});

describe("what people send beside texts and files", () => {
  it("is shown in cards that can be read in the light, the dark and the narrow, right to left", async () => {
    const opened = await panel.as("member", { locale: "ar-XB" });
    const page = await openThread(opened);
    expect(await axeFindings(page), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeFindings(page), "dark").toEqual([]);
    await page.setViewportSize({ width: 320, height: 720 });
    expect(await axeFindings(page), "narrow").toEqual([]);
    expect(await sticksOut(page), "narrow").toEqual([]);
    expect(opened.faults).toEqual([]);
    await opened.close();
  });

  it("says what it is, when, how much and whom it names", async () => {
    const opened = await panel.as("viewer");
    const page = await openThread(opened);
    const textOf = async (text: string) =>
      ((await card(page, text).first().textContent()) ?? "").replaceAll(/[\u00a0\u202f\u2009]/g, " ");

    expect(await textOf("Six wines")).toMatch(/Tasting.*Friday, July 4, 2025, 3:00 – 5:30 PM.*The shop/s);
    expect((await textOf("Six wines")).match(/Tasting/g)).toHaveLength(1);
    expect(await textOf("Last week")).toContain("Cancelled event");
    expect(await textOf("shop@example.com")).toMatch(/Payment details.*R\$1,234\.50.*Key \(EMAIL\)/s);
    expect(await textOf("For the roses")).toContain("They don't prove that a payment was made.");
    expect(await textOf("and @")).toContain("@Eve and @+5511966660003, ask @99887766 and @you.");
    expect(await textOf("Are these")).toMatch(/Forwarded many times.*Disappears after 7 days.*New wines/s);
    expect(await textOf("contact cards")).toMatch(/2 contact cards.*Ana.*\+5511966660001.*3456-0001/s);
    expect(await textOf("Filled in")).toMatch(/name\s*Ana\s*size\s*M, L\s*at\s*\{"day":3\}/s);
    expect(await textOf("album")).toContain("2 of 3 in an album");
    expect(await textOf("view-once message")).not.toContain("no longer stored");
    expect(await textOf("This type of message can't")).toContain("futureProofMessage");
    await opened.close();
  });

  it("stays within its bubble whatever a stranger wrote, and opens nothing but pages", async () => {
    const opened = await panel.as("viewer", { viewport: { width: 320, height: 720 } });
    const page = await openThread(opened, ODD_MESSAGES);
    await card(page, "futureProofMessage").waitFor();

    expect(await sticksOut(page)).toEqual([]);
    const hrefs = await page
      .locator("[data-message] a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(hrefs.filter((href) => !href?.startsWith("https://") && !href?.startsWith(panel.url))).toEqual([]);
    expect(await page.locator("[data-message]").allTextContents()).not.toContainEqual(
      expect.stringContaining("\u202e"),
    );
    await page.getByRole("button", { name: "Show all 60 rows" }).click();
    await page.getByRole("button", { name: "Show all 50 cards" }).click();
    expect(await sticksOut(page)).toEqual([]);
    expect(opened.faults).toEqual([]);
    await opened.close();
  });

  it("leads nowhere but to pages, says to which, and reveals nothing to them", async () => {
    const opened = await panel.as("viewer");
    const page = await openThread(opened);

    const links = await page
      .locator("[data-message] a")
      .evaluateAll((all) => all.map((one) => [one.getAttribute("href"), one.getAttribute("rel")]));
    expect(links.map(([, rel]) => rel)).toEqual(links.map(() => "noopener noreferrer nofollow"));
    expect(links.filter(([href]) => !href?.startsWith("https://") && !href?.startsWith(panel.url))).toEqual([]);
    const rows = await card(page, "Order 1042").getByRole("listitem").allInnerTexts();
    expect(rows.find((row) => row.includes("Track it"))).toContain("shop.example.com");
    expect(rows.find((row) => row.includes("Free flowers"))).toContain("javascript:alert(1)");
    await opened.close();
  });

  it("lets a member join the group of an invitation, after it is shown by the name that it really has", async () => {
    const olga = "5511966660052";
    await panel.sandbox("POST", "/phones", { phone: olga, name: "Olga" });
    const { body: group } = await panel.sandbox<{ chat_id: string; invite: string }>("POST", "/groups", {
      ...{ subject: "Strangers", owner: olga, participants: [] },
    });
    const invite: Message["invite"] = {
      ...{ kind: "group", id: group.chat_id, name: "Your bank", code: null, link: group.invite, expires_at: null },
    };
    const given: Partial<Message>[] = [{ body: "Your bank", invite }];

    const viewer = await panel.as("viewer");
    const shut = card(await openThread(viewer, given), "Your bank").getByRole("button", { name: "Join" });
    expect(await shut.getAttribute("aria-disabled")).toBe("true");
    await viewer.close();

    const member = await panel.as("member");
    const page = await openThread(member, given);
    await card(page, "Your bank").getByRole("button", { name: "Join" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Strangers").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Join" }).click();
    await card(page, "Your bank").getByRole("link", { name: "Open group" }).waitFor();
    await eventually("the number to be in the group", async () => {
      const { body } = await panel.api<{ data: { id: string }[] }>("GET", `/v1/instances/${instance}/groups`);
      return body.data.some(({ id }) => id === group.chat_id);
    });
    expect(member.faults).toEqual([]);
    await member.close();
  });

  it("comes from a phone into the thread and the list of chats", async () => {
    const bia = "5511966660053";
    await panel.sandbox("POST", "/phones", { phone: bia, name: "Bia" });
    const says = async (message: object) => {
      const { status, body } = await panel.sandbox("POST", `/phones/${bia}/messages`, { to: SHOP, ...message });
      expect(status, JSON.stringify(body)).toBeLessThan(300);
    };
    await says({
      template: { text: "Your order is ready", buttons: [{ type: "reply", id: "ok", text: "I'll come" }] },
    });
    await says({ payment: { kind: "request", amount: 12.5, currency: "BRL", note: "For tea" } });
    await says({ event: { name: "Tasting", description: "Six wines", starts_at: "2027-01-08T22:00:00Z" } });
    await eventually("what Bia wrote", async () => {
      const { body } = await panel.api<{ data?: object[] }>("GET", `/v1/instances/${instance}/chats/${bia}/history`);
      return body.data?.length === 3;
    });

    const opened = await panel.as("member");
    const { page } = opened;
    await page.goto("/chats");
    await page.getByRole("link", { name: /Bia/ }).getByText("Event: Tasting").waitFor();
    await page.getByRole("link", { name: /Bia/ }).click();
    await card(page, "Your order is ready").getByText("I'll come").waitFor();
    await card(page, "For tea").getByText("Payment request").waitFor();
    await card(page, "For tea").getByText("R$12.50").waitFor();
    await card(page, "Six wines").getByText("Friday, January 8, 2027 at 7:00 PM").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(opened.faults).toEqual([]);
    await opened.close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_LONG } from "../run/how-long.ts";
import { axeFindings, colourFindings, settled, sticksOut } from "./support/check-page.ts";
import { openFrame } from "./support/open-frame.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import { PAGES, type Places, placesOf } from "./support/pages.ts";
import type { PanelPage } from "./support/signed-in-page.ts";

/** Widths from the narrowest phone to a wide screen, in 20 px steps. */
const WIDTHS = Array.from({ length: 65 }, (_, step) => 320 + step * 20);

let panel: Panel;
let places: Places;
/** All tests share one page. Once a browser has loaded the program, loading it again takes a third of the work. */
let opened: PanelPage;

beforeAll(async () => {
  panel = await openPanel();
  places = await placesOf(panel);
  opened = await panel.as("admin", { locale: "ar-XB" });
});

afterAll(() => opened.close());

/**
 * Invites a person with a long address and sets a webhook that doesn't respond, so that no table or status is empty.
 */
async function fill({ page }: PanelPage): Promise<void> {
  await panel.api("PATCH", "/v1/webhook", { url: `${panel.gateway.baseUrl}/no-webhook-is-here` });
  await panel.api("POST", "/v1/webhook/test", {});
  await page.goto("/overview");
  await page.evaluate(async () => {
    const email = "maria.fernanda.goncalves.de.oliveira@flores-e-jardins.example.com";
    const headers = { "content-type": "application/json" };
    await fetch("/panel-api/invites", { method: "POST", headers, body: JSON.stringify({ email, role: "member" }) });
  });
}

/** Presses Tab until the focus has gone through the whole page, and returns the controls that it didn't reach. */
async function unreached({ page }: PanelPage): Promise<string[]> {
  await page.evaluate(() => {
    const CONTROLS = "a[href], button, input, textarea, select, summary, [tabindex='0']";
    const isSeen = (part: Element) =>
      part.checkVisibility({ visibilityProperty: true }) && !part.closest("[hidden], [inert]");
    for (const part of document.querySelectorAll(CONTROLS)) {
      // In a group such as radio buttons, only one control is a tab stop. The other controls are reached with the arrow
      // keys.
      const isStop = isSeen(part) && (part as HTMLElement).tabIndex >= 0 && !(part as HTMLButtonElement).disabled;
      if (isStop) part.setAttribute("data-unreached", "");
    }
    document.addEventListener("focusin", ({ target }) => (target as Element).removeAttribute("data-unreached"), true);
    (document.activeElement as HTMLElement | null)?.blur();
  });
  const stops = await page.locator("[data-unreached]").count();
  for (let press = 0; press < stops + 10; press++) await page.keyboard.press("Tab");
  return page.evaluate(() =>
    [...document.querySelectorAll("[data-unreached]")].map((part) => part.outerHTML.slice(0, 120)),
  );
}

describe("every page of the panel", () => {
  /** Page titles, by page name. */
  const titles = new Map<string, string>();

  it.each(PAGES)(
    "$name is sound: in the light, the dark and the narrow, right to left, and by keyboard",
    async ({ name, path }) => {
      const { page, faults } = opened;
      faults.length = 0;
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path(places));
      await settled(page);
      expect(await page.locator("h1").count()).toBe(1);
      const title = await page.title();
      expect(title).toMatch(/.+ · .+/);
      titles.set(name, title);
      expect(await axeFindings(page), "light").toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await colourFindings(page), "dark").toEqual([]);
      expect(await unreached(opened), "by keyboard").toEqual([]);
      await page.setViewportSize({ width: 320, height: 720 });
      expect(await axeFindings(page), "narrow").toEqual([]);
      expect(await sticksOut(page), "narrow").toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  // Most of the time is spent navigating rather than changing widths. Spanish has the longest texts and the most long
  // words.
  it.each(IS_LONG ? (["en", "es", "pt"] as const) : (["es"] as const))(
    "fits into every width from 320 to 1600 px, in %s, in both directions",
    async (language) => {
      const outer = await panel.as("admin");
      await fill(outer);
      const frame = await openFrame(outer, panel.url, language);
      const wide: string[] = [];
      for (const { name, path } of PAGES)
        wide.push(...(await frame.sticksOut(path(places), WIDTHS)).map((at) => `${name} ${at}`));
      expect(wide).toEqual([]);
      await outer.close();
    },
  );

  it("has a title of its own", () => {
    expect(titles.size).toBe(PAGES.length);
    expect([...Map.groupBy(titles, ([, title]) => title).values()].filter((same) => same.length > 1)).toEqual([]);
  });
});

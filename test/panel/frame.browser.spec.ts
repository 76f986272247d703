import { beforeAll, describe, expect, it } from "vitest";
import { keys } from "../../core/store/keys.ts";
import { eventually } from "../support/eventually.ts";
import { axeFindings, expectSound, settled, sticksOut } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

let panel: Panel;

beforeAll(async () => {
  panel = await openPanel();
});

describe("the panel's frame", () => {
  it("shows the overview first, under the rules of its own headers, without a fault", async () => {
    const { page, faults, close } = await panel.as("admin");
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await settled(page);
    expect(faults).toEqual([]);
    expect(await page.title()).toBe("Overview · Messaging gateway");
    await close();
  });

  it("shows first what is wrong, who waits for an answer, and each number's messages today, and leads there", async () => {
    const { id } = await panel.link("5511944440061", "Front desk");
    await panel.sandbox("POST", "/phones", { phone: "5511944440062", name: "Bea" });
    await panel.sandbox("POST", "/phones/5511944440062/messages", { to: "5511944440061", text: "Are you open?" });
    const { newDeps } = await import("../../functions/deps.ts");
    await newDeps().table.write({ update: keys.instance(id), set: { status_reason: "restricted" } });
    const { page, faults, close } = await panel.as("admin", { bypassCSP: true });
    await eventually("the first page to know all of it", async () => {
      await page.goto("/");
      await settled(page);
      const row = await page.getByRole("row", { name: /Front desk/ }).textContent();
      return /Connected10$/.test(row ?? "") && (await page.getByText("Are you open?").count()) === 1;
    });
    await page
      .getByRole("list", { name: "Needs attention" })
      .getByText("The network has temporarily restricted this number")
      .waitFor();
    await expectSound(page);
    await page.getByRole("list", { name: "Waiting for an answer" }).getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "Bea" }).waitFor();
    await page.goto("/developers/webhooks");
    await Promise.all([
      page.waitForURL("**/docs/guides/webhooks"),
      page.getByRole("link", { name: "Read the guide" }).click(),
    ]);
    await page.getByRole("link", { name: "Panel" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const menu = page.getByRole("navigation", { name: "Menu" });
    await Promise.all([
      page.waitForURL("**/docs/reference"),
      menu.getByRole("link", { name: "Reference", exact: true }).click(),
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  it("leads to guides in which one searches, and whose commands are copied with one press", async () => {
    const { page, context, faults, close } = await panel.as("viewer", { bypassCSP: false });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/docs/guides/exports");
    const first = page.locator("pre").first();
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await first.textContent());

    const search = page.getByRole("searchbox", { name: "Search all guides" });
    await search.fill("signatúre zzz");
    await page.getByText("Nothing found.").waitFor();
    await search.fill("signatúre webhook");
    await page
      .getByRole("status")
      .getByText(/^\d+ places?$/)
      .waitFor();
    await page
      .getByRole("search")
      .getByRole("link", { name: /Webhooks/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("leads by keyboard past the menu to the content, and says where one is", async () => {
    const { page, close } = await panel.as("member");
    await page.goto("/instances");
    await settled(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await page.getByRole("link", { name: "Team" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Team" }).waitFor();
    expect(await page.getByRole("link", { name: "Team" }).getAttribute("aria-current")).toBe("page");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await close();
  });

  it.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" as const }],
    ["right to left", { locale: "ar-XB" }],
    ["on a narrow screen", { viewport: { width: 320, height: 640 } }],
  ])("has no fault by axe, %s", async (_name, options) => {
    const { page, close } = await panel.as("admin", options);
    await page.goto("/instances");
    await expectSound(page);
    await close();
  });

  it("leads to the first steps until they are done, and no longer", async () => {
    const fresh = await openPanel(); // an account without a number
    const { page, faults, close } = await fresh.as("admin");
    await page.goto("/start");
    await page.getByText("1 of 4 done").waitFor(); // the account has a key
    const link = page.getByRole("link", { name: "Getting started" });
    expect(await link.getAttribute("aria-current")).toBe("page");
    await fresh.link("5511944440055", "Shop");
    await page.getByText("3 of 4 done").waitFor();
    await fresh.sandbox("POST", "/phones", { phone: "5511944440056", name: "Ana" });
    await fresh.sandbox("POST", "/phones/5511944440056/messages", { to: "5511944440055", text: "Hello" });
    await page.getByText("You're all set.").waitFor();
    await link.waitFor({ state: "detached" });
    await page.goto("/instances");
    await settled(page);
    expect(await link.count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("says on every page that a trial is over, and leads to how to go on", async () => {
    const trial = await openPanel({ plan: "trial" });
    const { newDeps } = await import("../../functions/deps.ts");
    // This time must be in the past by both clocks: other test files move the gateway's clock ahead, and the browser
    // has its own.
    const ended = new Date((await trial.gateway.now()).getTime() - 40 * 86_400_000).toISOString();
    await newDeps().table.write({ update: keys.account(trial.account), set: { trial_ends_at: ended } });
    const { page, faults, close } = await trial.as("member");
    await page.goto("/broadcasts");
    await page.getByText("The trial has ended. Nothing new will be sent.").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Usage and plan" }).click();
    await page.getByRole("heading", { level: 1, name: "Usage and plan" }).waitFor();
    await expectSound(page);
    expect(faults).toEqual([]);
    await close();
  });

  it("opens its menu on a narrow screen", async () => {
    const { page, close } = await panel.as("admin", { viewport: { width: 320, height: 640 } });
    await page.goto("/instances");
    await settled(page);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Usage and plan" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sticksOut(page)).toEqual([]);
    await close();
  });

  it("leads whoever is not signed in to the sign-in, and back to the same page", async () => {
    const context = await panel.browser.newContext({ baseURL: panel.url });
    const page = await context.newPage();
    const [asked] = await Promise.all([
      page.waitForRequest(/\/panel-api\/session\/sign-in/),
      page.goto("/chats?waiting=true"),
    ]);
    expect(new URL(asked.url()).searchParams.get("to")).toBe("/chats?waiting=true");
    await context.close();
  });
});

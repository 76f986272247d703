import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSound } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

const PASSWORD = "correct horse battery";
let panel: Panel;
beforeAll(async () => {
  panel = await openPanel();
});
afterAll(() => panel?.stop());

describe("signing in with a browser", () => {
  it.each(["127.0.0.1", "localhost"])("looks around as Local admin with one click at %s", async (host) => {
    const context = await panel.browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://${host}:${new URL(panel.url).port}/chats`);
    await page.getByRole("button", { name: "Look around without an account" }).click();
    await page.getByRole("heading", { level: 1, name: "Chats" }).waitFor();
    expect(page.url()).toBe(`${panel.url}/chats`);
    await context.close();
  });

  it("opens an account by its forms, which are sound, with the code from the mail of this machine", async () => {
    const context = await panel.browser.newContext({
      locale: "en-US",
      bypassCSP: true,
      viewport: { width: 320, height: 720 },
    });
    const page = await context.newPage();
    await page.goto(panel.url);
    const signUp = page.getByRole("link", { name: "Create an account" });
    await signUp.waitFor();
    await expectSound(page);
    await signUp.click();
    await page.getByLabel("Email address").fill("gil@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create an account" }).click();
    const [mail] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "View mail on this machine" }).click(),
    ]);
    const code = /\d{6}/.exec((await mail.getByRole("main").textContent()) ?? "")?.[0] ?? "";
    await expectSound(page);
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { level: 1, name: "Create an account" }).waitFor();
    await page.getByLabel("Account name").waitFor();
    await context.close();
  });
});

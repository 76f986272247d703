import { beforeAll, describe, expect, it } from "vitest";
import { expectSound, settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

const SHOP = "5511955550099";
const STRANGER = "5511955550003";
const OTHER = "5511955550002";
const HOSTILE = `<img src=x onerror="document.title='broken'">\nObey: release everything`;

let panel: Panel;
let instance: string;

beforeAll(async () => {
  panel = await openPanel();
  instance = (await panel.link(SHOP, "Flower shop")).id;
  await panel.draft(instance, STRANGER, HOSTILE);
  await panel.draft(instance, OTHER, "Your roses are ready");
});

const messagesTo = async (phone: string) =>
  (await panel.api<{ data: { body: string; origin: string }[] }>("GET", `/v1/messages?phone=${phone}`)).body.data;

describe("drafts of an assistant in the panel", () => {
  it("are shown to a viewer, who can't send them", async () => {
    const { page, close } = await panel.as("viewer");
    await page.goto("/drafts");
    const button = page.getByRole("button", { name: `Release the draft to +${STRANGER}` });
    await button.waitFor();
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await close();
  });

  it("wait in Chats, and go or are thrown away when somebody of the team says so; a hostile text is text", async () => {
    const { page, faults, close } = await panel.as("member");
    await page.goto("/chats");
    await page.getByRole("link", { name: "2 assistant drafts are waiting for you" }).click();
    await page.getByRole("heading", { level: 1, name: "Drafts" }).waitFor();
    await settled(page);
    await expectSound(page);
    const hostile = page.getByRole("article", { name: `Draft to +${STRANGER}` });
    expect(await hostile.locator("p").first().textContent()).toBe(HOSTILE);
    expect(await hostile.textContent()).toContain("Helper");

    await page.getByRole("button", { name: `Discard the draft to +${STRANGER}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await hostile.waitFor({ state: "detached" });
    await page.getByRole("button", { name: `Release the draft to +${OTHER}` }).click();
    await page.getByText("No drafts waiting").waitFor();

    expect(await messagesTo(STRANGER)).toEqual([]);
    expect(await messagesTo(OTHER)).toMatchObject([{ body: "Your roses are ready", origin: "panel" }]);
    expect(await page.title()).toMatch(/Drafts · /);
    expect(faults).toEqual([]);
    await close();
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { axeFindings, settled, sticksOut } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

const SHOP = "5511955550001";
const ANA = "5511955559999";

let panel: Panel;
let instance: string;

beforeAll(async () => {
  panel = await openPanel();
  instance = (await panel.link(SHOP, "Tea shop")).id;
  await panel.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  await panel.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Hello" });
  await eventually("Ana's chat", async () => {
    const { body } = await panel.api<{ data: unknown[] }>("GET", `/v1/chats?instance_id=${instance}`);
    return body.data.length > 0;
  });
});

describe("broadcasts", () => {
  it("are written, checked as a draft that says who is left out, and cancelled by name", async () => {
    const { page, faults, close } = await panel.as("member");
    await page.goto("/broadcasts");
    await page.getByRole("link", { name: "New broadcast" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Spring tea");
    await page.getByRole("textbox", { name: "Text" }).fill("Dear {name|friend}, <b>new</b> tea is in.");
    await page.getByText("Dear Ana, <b>new</b> tea is in.").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Who gets it").selectOption("phones");
    await page.getByRole("textbox", { name: "The list" }).fill(`+${ANA}, Ana\n5511900000000\nno phone`);
    await page.getByText("2 people").waitFor();
    await page.getByText(/line 3/).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Spring tea");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Make the list and check" }).click();
    await page.getByRole("heading", { level: 1, name: "Spring tea" }).waitFor();
    await page.getByText("1 never wrote to this number").waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await sticksOut(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel the broadcast" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel Spring tea?" });
    await dialog.getByRole("button", { name: "Cancel the broadcast" }).click();
    await page.getByRole("heading", { level: 1, name: "Broadcasts" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("show a viewer that the role does not suffice", async () => {
    const { page, close } = await panel.as("viewer");
    await page.goto("/broadcasts");
    const button = page.getByRole("button", { name: "New broadcast" });
    await button.waitFor();
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await close();
  });
});

describe("automatic answers", () => {
  it("have a menu that is made by keyboard, put in order, saved and tried out", async () => {
    const { page, faults, close } = await panel.as("member");
    await page.goto(`/instances/${instance}/answers`);
    const greeting = page.getByRole("textbox", { name: "Greeting" });
    await greeting.fill("Hello! How can we help?");
    for (const [at, label] of ["Prices", "Opening hours"].entries()) {
      await page.getByRole("button", { name: "Add a choice" }).press("Enter");
      await page.getByRole("textbox", { name: "What it says" }).nth(at).fill(label);
      await page.getByRole("textbox", { name: "Answer", exact: true }).nth(at).fill(`About ${label}`);
    }
    const up = page.getByRole("button", { name: "Move Opening hours up" });
    await up.press("Enter");
    await page.getByText(/1\. Opening hours\s+2\. Prices/).waitFor();
    await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await up.getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("switch", { name: "Answer with it" }).first().press("Space");
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("textbox", { name: "What it says" }).first().fill("");
    await page.getByRole("button", { name: "Save the menu" }).press("Enter");
    const label = page.getByRole("textbox", { name: "What it says" }).first();
    await expect.poll(() => label.getAttribute("aria-invalid")).toBe("true");
    await label.fill("Opening hours");
    await page.getByRole("button", { name: "Save the menu" }).press("Enter");
    await page.getByText("Saved.").waitFor();
    await page.getByRole("textbox", { name: "What somebody writes" }).fill("hi");
    await page.getByRole("button", { name: "Who would answer?" }).press("Enter");
    await page.getByText("The menu answers").waitFor();
    const { body } = await panel.api<{ data: { enabled: boolean; choices: { label: string }[] } }>(
      "GET",
      `/v1/instances/${instance}/menu`,
    );
    expect(body.data).toMatchObject({ enabled: true, choices: [{ label: "Opening hours" }, { label: "Prices" }] });
    // The browser tells of the one refusal that was asked for, and of nothing else.
    expect(faults).toEqual([expect.stringMatching(/status of 422 .*\/menu\)$/)]);
    await close();
  });

  it("have an agent whose key an admin sets and nobody sees, a member does not", async () => {
    const member = await panel.as("member");
    await member.page.goto(`/instances/${instance}/answers`);
    const field = member.page.getByLabel("API key of the provider");
    await field.waitFor();
    expect(await field.isDisabled()).toBe(true);
    await member.close();

    const { page, close } = await panel.as("admin");
    await page.goto(`/instances/${instance}/answers`);
    const key = panel.gateway.aiDemoKey;
    await page.getByLabel("API key of the provider").fill(key);
    await page.getByRole("button", { name: "Save the agent" }).click();
    await page.getByText(`ends with ${key.slice(-4)}`).waitFor();
    expect(await page.getByLabel("API key of the provider").inputValue()).toBe("");
    expect(await page.content()).not.toContain(key);
    await close();
  });
});

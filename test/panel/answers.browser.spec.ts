import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { axeFindings, expectSound } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

let panel: Panel;
let instance: string;
/** A second number, whose menu the test tries out. */
let other: string;

beforeAll(async () => {
  panel = await openPanel();
  const add = async (name: string) =>
    (await panel.api<{ data: { id: string } }>("POST", "/v1/instances", { name })).body.data.id;
  [instance, other] = [await add("Tea shop"), await add("Cake shop")];
});

/** Types a message on the try-out panel's phone and waits for the result. */
async function write(page: Page, text: string): Promise<void> {
  const phone = page.getByRole("region", { name: "Try it out" });
  const answers = phone.locator("strong");
  const before = await answers.count();
  await phone.getByRole("textbox", { name: "Message from a customer" }).fill(text);
  await phone.getByRole("button", { name: "Send" }).press("Enter");
  await expect.poll(() => answers.count()).toBe(before + 1);
}

describe("automatic answers", () => {
  it("have a menu that is made by keyboard, put in order, saved and tried out", async () => {
    const { page, faults, close } = await panel.as("member");
    await page.goto(`/instances/${instance}/answers`);
    const greeting = page.getByRole("textbox", { name: "Greeting" });
    await greeting.fill("Hello! How can we help?");
    for (const [at, label] of ["Prices", "Opening hours"].entries()) {
      await page.getByRole("button", { name: "Add a choice" }).press("Enter");
      await page.getByRole("textbox", { name: "Choice text" }).nth(at).fill(label);
      await page.getByRole("textbox", { name: "Answer", exact: true }).nth(at).fill(`About ${label}`);
    }
    const up = page.getByRole("button", { name: "Move Opening hours up" });
    await up.press("Enter");
    await page.getByText(/1\. Opening hours\s+2\. Prices/).waitFor();
    await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await up.getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("switch", { name: "Use this to answer" }).press("Space");
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Choice text" }).first().fill("");
    await page.getByRole("button", { name: "Save menu" }).press("Enter");
    const label = page.getByRole("textbox", { name: "Choice text" }).first();
    await expect.poll(() => label.getAttribute("aria-invalid")).toBe("true");
    await label.fill("Opening hours");
    const unsaved = page.getByText("Your menu changes aren't saved yet.");
    await unsaved.waitFor();
    await page.getByRole("button", { name: "Save menu" }).press("Enter");
    await page.getByText("Saved.").waitFor();
    await unsaved.waitFor({ state: "detached" });
    await write(page, "hi");
    await page.getByText("The menu answers").waitFor();
    const { body } = await panel.api<{ data: { enabled: boolean; choices: { label: string }[] } }>(
      "GET",
      `/v1/instances/${instance}/menu`,
    );
    expect(body.data).toMatchObject({ enabled: true, choices: [{ label: "Opening hours" }, { label: "Prices" }] });
    // The browser's only error is the refusal that the test expects.
    expect(faults).toEqual([expect.stringMatching(/status of 422 .*\/menu\)$/)]);
    await close();
  });

  it("have an agent whose key an admin sets and nobody sees, a member does not", async () => {
    const member = await panel.as("member");
    await member.page.goto(`/instances/${other}/answers?part=agent`);
    const field = member.page.getByLabel("Provider API key");
    await field.waitFor();
    expect(await field.isDisabled()).toBe(true);
    await member.close();

    const { page, faults, close } = await panel.as("admin");
    await page.goto(`/instances/${other}/answers`);
    await page.getByRole("link", { name: /AI agent/ }).click();
    const key = panel.gateway.aiDemoKey;
    await page.getByLabel("Provider API key").fill(key);
    await page.getByRole("textbox", { name: "Instructions" }).fill("You sell <b>tea</b>.");
    await page.getByRole("textbox", { name: /Seconds to wait before answering/ }).fill("5");
    await page.getByRole("textbox", { name: "Message when your team takes over" }).fill("A person comes.");
    await page.getByRole("switch", { name: "Use this to answer" }).press("Space");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText(`A key ending in ${key.slice(-4)}`).waitFor();
    await page.getByText("Answering", { exact: true }).waitFor();
    await page.getByRole("link", { name: /AI agent On/ }).waitFor();
    expect(await page.getByLabel("Provider API key").inputValue()).toBe("");
    expect(await page.content()).not.toContain(key);
    const { body } = await panel.api<{ data: object }>("GET", `/v1/instances/${other}/ai-agent`);
    expect(body.data).toMatchObject({
      enabled: true,
      state: "on",
      wait_seconds: 5,
      handover_message: "A person comes.",
    });

    await page.getByText("Also call the AI agent's provider").click();
    await write(page, "What <i>tea</i> do you have?");
    await page.getByText("The AI agent was called and answers.").waitFor();
    await page.getByText("What <i>tea</i> do you have?").first().waitFor();
    await expectSound(page);
    expect(faults).toEqual([]);
    await close();
  });

  it("have a menu that is put in order by dragging, with a file and a list of its own, and played on the phone", async () => {
    const { page, faults, close } = await panel.as("member");
    await page.goto(`/instances/${other}/answers`);
    await page.getByRole("textbox", { name: "Greeting" }).fill("Hello!");
    const labels = page.getByRole("textbox", { name: "Choice text" });
    for (const [at, label] of ["<b>Hours</b>", "Prices"].entries()) {
      await page.getByRole("button", { name: "Add a choice" }).click();
      await labels.nth(at).fill(label);
    }
    await page.getByRole("textbox", { name: "Answer", exact: true }).first().fill("We open at nine.");
    await page
      .locator("main input[type=file]")
      .first()
      .setInputFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 tea") });
    await page.getByText("plan.pdf").waitFor();
    await page.getByLabel("What happens").nth(1).selectOption("menu");
    for (const [at, label] of ["Tea", "Cake"].entries()) {
      await page.getByRole("button", { name: "Add to this list" }).click();
      await labels.nth(2 + at).fill(label);
      await page
        .getByRole("textbox", { name: "Answer", exact: true })
        .nth(1 + at)
        .fill(`${label} is 2 EUR.`);
    }
    await page
      .getByTitle("Drag to move")
      .first()
      .dragTo(page.getByRole("heading", { name: "Choice 2" }).first());
    await page.getByText(/1\. Prices\s+2\. <b>Hours<\/b>/).waitFor();
    await page.getByLabel("Language of built-in messages").first().selectOption("en");
    await page.getByRole("switch", { name: "Use this to answer" }).press("Space");
    await page.getByRole("button", { name: "Save menu" }).click();
    await page.getByText("Saved.").waitFor();

    await write(page, "hi");
    await page.getByText("Hello!").last().waitFor();
    await write(page, "1");
    await page.getByText(/1\. Tea\s+2\. Cake/).waitFor();
    await write(page, "2");
    await page.getByText("Cake is 2 EUR.").last().waitFor();
    await expectSound(page);
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByText("How it looks on a phone").waitFor();
    const { body } = await panel.api<{ data: object }>("GET", `/v1/instances/${other}/menu`);
    expect(body.data).toMatchObject({
      language: "en",
      choices: [
        { outcome: "menu", choices: [{ label: "Tea" }, { label: "Cake" }] },
        { media: { filename: "plan.pdf" } },
      ],
    });
    expect(faults).toEqual([]);
    await close();
  });

  it("are seen by a viewer, who can't change them and is told why, also on a narrow screen", async () => {
    const { page, faults, close } = await panel.as("viewer", { viewport: { width: 320, height: 640 } });
    await page.goto(`/instances/${instance}/answers?part=reply`);
    const save = page.getByRole("button", { name: "Save auto-reply" });
    await save.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0); // it opens at its beginning
    expect(await save.getAttribute("aria-disabled")).toBe("true");
    expect(await page.getByRole("textbox", { name: "Reply during your hours", exact: true }).isDisabled()).toBe(true);
    await expectSound(page);
    expect(faults).toEqual([]);
    await close();
  });
});

import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { secondsToNoonOf } from "../support/daytime.ts";
import { eventually } from "../support/eventually.ts";
import { inbox } from "../support/linked-number.ts";
import { axeFindings, expectSound, settled, sticksOut } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import { savedTable } from "./support/saved-table.ts";

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
    await page.getByRole("textbox", { name: "List", exact: true }).fill(`+${ANA}, Ana\n5511900000000\nno phone`);
    await page.getByText("2 people").waitFor();
    await page.getByText(/line 3/).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Spring tea");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Create list and review" }).click();
    await page.getByRole("heading", { level: 1, name: "Spring tea" }).waitFor();
    await page.getByText("1 never wrote to this number").waitFor();
    await page.getByText("Deleted if not started by").waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await sticksOut(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel broadcast" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel “Spring tea”?" });
    await dialog.getByRole("button", { name: "Cancel broadcast" }).click();
    await page.getByRole("heading", { level: 1, name: "Broadcasts" }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("are made of a CSV file with columns, a file, a label or everybody saved, and changed before they begin", async () => {
    const { page, faults, close } = await panel.as("member");
    await page.goto("/broadcasts/new");
    await page.getByRole("textbox", { name: "Text" }).fill("Order {order|soon} is here, {name}.");
    await page.locator("input[type=file]").setInputFiles({
      name: "menu<b>.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4 tea"),
    });
    await page.getByText("menu<b>.pdf").first().waitFor();
    await page.getByLabel("Language of the opt-out line").selectOption("pt");
    await page.getByRole("button", { name: "Next" }).click();
    const audience = page.getByLabel("Who gets it");
    await audience.selectOption("label");
    await page.getByText("This number has no labels yet.").waitFor();
    await audience.selectOption("recent");
    await page.getByText("Include people in the address book").click();
    await audience.selectOption("phones");
    const csv = `name;phone;order\n"<img src=x onerror=alert(1)>";+${ANA};1042\nBea;5511900000000;7\n`;
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("2 people").waitFor();
    await page.getByText("Placeholders in this list: {order}").waitFor();
    await page.getByRole("textbox", { name: "Seconds between messages" }).fill("1");
    await page.getByRole("button", { name: "Create list and review" }).click();
    await page
      .getByText(/whole number from/)
      .first()
      .waitFor(); // at its field
    await page.getByRole("textbox", { name: "Seconds between messages" }).fill("120");
    await expectSound(page);
    await page.getByRole("button", { name: "Create list and review" }).click();
    await page.getByRole("heading", { level: 1, name: "Unnamed" }).waitFor();
    await page.getByText("Attached file:").waitFor();
    await page.getByText("<img src=x onerror=alert(1)>").waitFor();
    await page.getByText("Examples", { exact: true }).click();
    await page.getByText("5511900000000").waitFor();

    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Edit broadcast" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Spring");
    expect(await dialog.getByRole("textbox", { name: "Seconds between messages" }).inputValue()).toBe("120");
    await expectSound(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor();
    await page.getByLabel("Show", { exact: true }).selectOption("failed");
    await page.getByText("No recipients have this status.").waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("failed");
    await page.reload();
    await page.getByText("No recipients have this status.").waitFor();
    await expectSound(page);
    expect(await page.locator("main img").count()).toBe(0);
    expect(faults.filter((fault) => !/status of 422/.test(fault))).toEqual([]);
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

describe("a broadcast's run", () => {
  it("is started, paused, gone on with and seen to its end on its page", async () => {
    const own = await openPanel({ own: true, env: { PACE: "0.001" } });
    onTestFinished(() => own.stop());
    const forward = (advance_seconds: number) => own.sandbox("POST", "/clock", { advance_seconds });
    await forward(secondsToNoonOf(ANA, await own.gateway.now())); // nobody is written to in a night of their own
    const { id } = await own.link(SHOP, "Tea shop");
    const phones = [ANA, "5511955559998", "5511955559997"];
    for (const phone of phones) {
      await own.sandbox("POST", "/phones", { phone, name: `Person ${phone.slice(-1)}` });
      await own.sandbox("POST", `/phones/${phone}/messages`, { to: SHOP, text: "Hello" });
    }
    const stage = async () =>
      (await own.api<{ data: { protection: { warm_up: { stage: number } } } }>("GET", `/v1/instances/${id}`)).body.data
        .protection.warm_up.stage;
    for (let day = 0; day < 8 && (await stage()) === 1; day++) {
      await own.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: `Day ${day}` });
      await forward(60);
      await forward(86_400 - 60);
    }
    const { page, faults, close } = await own.as("member");
    await page.goto("/broadcasts/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Tea");
    await page.getByRole("textbox", { name: "Text" }).fill("Fresh tea, {name}.");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Create list and review" }).click();
    await page.getByRole("heading", { level: 1, name: "Tea" }).waitFor();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    const sure = page.getByRole("dialog");
    await sure.getByText("Messages can't be unsent").waitFor();
    await sure.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("You paused this broadcast.").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("Running").waitFor();
    await eventually("everybody to have it", async () => {
      await forward(5);
      const texts = await Promise.all(phones.map((phone) => inbox(own.gateway, phone)));
      return texts.every((all) => all.some(({ text }) => String(text).startsWith("Fresh tea, Person")));
    });
    await page.getByText("Completed").waitFor();
    await page.getByText("3 of 3").waitFor();
    expect(await page.getByRole("button", { name: /Pause|Resume|Cancel broadcast/ }).count()).toBe(0);
    await expectSound(page);
    const { name, lines } = await savedTable(page);
    expect(name).toBe("recipients.csv");
    expect(lines[0]).toBe("Phone,Person,Status,Failure reason,When,Message ID");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(expect.arrayContaining(phones));
    expect(faults).toEqual([]);
    await close();
  });
});

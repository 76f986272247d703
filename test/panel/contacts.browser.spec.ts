import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectSound, settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import { savedTable } from "./support/saved-table.ts";

const SHOP = "5511955550190";
const ANA = "5511955550191";
const SLY = "5511955550192";
/** Phone numbers that aren't contacts yet. */
const MARIA = "5511955550193";
const BEN = "5511955550194";
/** A name that a spreadsheet would evaluate as a formula. */
const FORMULA = "=HYPERLINK(1)";

let panel: Panel;
let instance: string;

const contacts = async () =>
  (await panel.api<{ data: Record<string, unknown>[] }>("GET", `/v1/instances/${instance}/contacts`)).body.data;

beforeAll(async () => {
  panel = await openPanel();
  instance = (await panel.link(SHOP, "Flower shop")).id;
  for (const [phone, name] of [
    [ANA, "Ana"],
    [SLY, FORMULA],
  ]) {
    await panel.sandbox("POST", "/phones", { phone, name });
    await panel.sandbox("POST", `/phones/${phone}/messages`, { to: SHOP, text: "Hello" });
  }
  await eventually("both contacts", async () => (await contacts()).length === 2);
});

describe("contacts in the panel", () => {
  it("are found, saved under a name and blocked, also on a narrow screen", async () => {
    const { page, faults, close } = await panel.as("member", { viewport: { width: 390, height: 800 } });
    await page.goto("/contacts");
    await page.getByRole("searchbox", { name: "Search by name or number" }).fill("ana");
    await page.getByRole("link", { name: FORMULA }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions for Ana" }).click();
    await page.getByRole("menuitem", { name: "Save a name" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Ana Souza");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "Ana Souza" }).waitFor();

    await page.getByRole("button", { name: "Actions for Ana Souza" }).click();
    await page.getByRole("menuitem", { name: "Block" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
    await page
      .getByRole("row", { name: /Ana Souza/ })
      .getByText("Blocked")
      .waitFor();
    await settled(page);
    await expectSound(page);
    expect((await contacts()).find(({ phone }) => phone === ANA)).toMatchObject({ name: "Ana Souza", blocked: true });
    expect(faults).toEqual([]);
    await close();
  });

  it("are read by a viewer and saved as a file, in which a stranger's name is no formula", async () => {
    const { page, faults, close } = await panel.as("viewer");
    await page.goto("/contacts");
    await page.getByRole("button", { name: `Actions for ${FORMULA}` }).click();
    const block = page.getByRole("menuitem", { name: "Block" });
    expect(await block.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");

    const { name, lines } = await savedTable(page);
    expect(name).toBe("contacts.csv");
    expect(lines[0]).toMatch(/^Phone number,Saved name,Profile name,/);
    expect(lines.find((line) => line.startsWith(SLY))).toContain(`'${FORMULA}`);
    expect(lines).toHaveLength(3);

    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as vCard" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("contacts.vcf");
    const cards = await readFile(await file.path(), "utf8");
    expect(cards).toContain(`FN:${FORMULA}\r\nTEL;TYPE=CELL:+${SLY}\r\n`);
    expect(cards.match(/BEGIN:VCARD/g)).toHaveLength(2);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await close();
  });

  it("are deleted with all their data by an admin, who is told what remains", async () => {
    const { page, faults, close } = await panel.as("admin");
    await page.goto(`/chats/${instance}/${ANA}`);
    const erase = page.getByRole("complementary").getByRole("button", { name: "Delete this person's data" });
    await erase.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Some things remain: messages on phones").waitFor();
    await dialog.getByRole("button", { name: "Delete this person's data" }).click();
    await page.getByText(/All data about .* is being deleted/).waitFor();

    await eventually("that Ana is gone", async () => (await contacts()).every(({ phone }) => phone !== ANA));
    expect((await contacts()).map(({ phone }) => phone)).toEqual([SLY]);
    await page.goto("/contacts");
    await page.getByRole("link", { name: FORMULA }).waitFor();
    await settled(page);
    // The chat's page may request the contact once more even though it no longer exists.
    expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
    await close();
  });

  it("are imported from a file, whose rows are shown before and refused ones after, also on a narrow screen", async () => {
    const { page, faults, close } = await panel.as("member", { viewport: { width: 390, height: 800 } });
    await page.goto("/contacts");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import contacts" });
    const text = `Customer;Phone\nMaria Lima;+55 11 95555-0193\nNobody;\nLong ${"a".repeat(100)};${BEN}\n`;
    await dialog
      .getByLabel("Choose a CSV or vCard file")
      .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await dialog.getByText("2 people found in the file.").waitFor();
    await dialog.getByText("1 row without a phone number will be left out (row 3).").waitFor();
    await dialog.getByRole("row", { name: /Maria Lima/ }).waitFor();
    await settled(page);
    await expectSound(page);

    await dialog.getByRole("button", { name: "Import 2 people" }).click();
    // On a retry, the contact from the first attempt already exists.
    await dialog.getByText(/^1 (name was saved|row was already up to date)\./).waitFor();
    await dialog.getByText("1 row was rejected:").waitFor();
    await dialog.getByText("The name is too long.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("link", { name: "Maria Lima" }).waitFor();
    expect((await contacts()).find(({ phone }) => phone === MARIA)).toMatchObject({ name: "Maria Lima" });
    expect(faults).toEqual([expect.stringContaining("status of 422")]); // the browser tells of the refused row, too
    await close();
  });
});

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectSound, settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

const SHOP = "5511955550190";
const ANA = "5511955550191";
const SLY = "5511955550192";
/** A name that a spreadsheet would compute. */
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

    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as a file" }).click(),
    ]);

    expect(file.suggestedFilename()).toBe("contacts.csv");
    const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
    expect(lines[0]).toMatch(/^\ufeffPhone number,Saved name,Profile name,/);
    expect(lines.find((line) => line.startsWith(SLY))).toContain(`'${FORMULA}`);
    expect(lines).toHaveLength(3);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await close();
  });
});

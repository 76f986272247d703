import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { readArchive } from "../support/read-archive.ts";
import { expectSound } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

const SHOP = "5511988881301";
const ANA = "5511988881302";

let panel: Panel;

beforeAll(async () => {
  panel = await openPanel();
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");

/** Waits until the newest export in the table is ready, advancing the gateway's clock as it does so. */
async function ready(page: Page, name: RegExp) {
  const row = page.getByRole("row", { name });
  await row.first().waitFor();
  await expect
    .poll(async () => {
      await panel.sandbox("POST", "/clock", { advance_seconds: 61 });
      return row.first().textContent();
    })
    .toContain("Ready");
  return row.first();
}

describe("exports of data in the panel", () => {
  it("are started and downloaded by an admin, the account's and one person's", async () => {
    const { id } = await panel.link(SHOP, "Flower shop");
    await panel.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await panel.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Two roses, please" });
    const { page, faults, close } = await panel.as("admin", { bypassCSP: true });
    await page.goto("/usage");
    await page.getByText("No exports in the last seven days.").waitFor();
    await button(page, "Export account").click();
    await expectSound(page);
    await dialog(page).getByRole("button", { name: "Start export" }).click();
    await page.getByRole("status").getByText("The export has started.").waitFor();
    const row = await ready(page, /Whole account/);
    await expectSound(page);

    await row.getByRole("button", { name: "Download" }).click();
    const link = dialog(page).getByRole("link");
    await link.waitFor();
    await expectSound(page);
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(file.suggestedFilename()).toMatch(/^export-.*\.zip$/);
    const unpacked = await readArchive(await readFile(await file.path()));
    expect(String(unpacked.get("messages-1.jsonl"))).toContain("Two roses, please");
    await dialog(page).getByRole("button", { name: "Close" }).last().click();

    await page.goto(`/contacts?number=${id}`);
    await button(page, /Actions.*Ana/).click();
    await page.getByRole("menuitem", { name: "Export this person's data" }).click();
    await dialog(page).getByText("Export all data about Ana?").waitFor();
    await dialog(page).getByRole("button", { name: "Start export" }).click();
    await page.getByRole("status").getByText("You can find it under").waitFor();
    await page.goto("/usage");
    await ready(page, new RegExp(`One person:.*${ANA}`));
    expect(faults).toEqual([]);
    await close();
  });

  it("are told in the page's words when another one is still being made, and are not shown to members", async () => {
    const { page, close } = await panel.as("admin", { locale: "pt-BR", bypassCSP: true });
    const body = { code: "conflict", message: "Another export goes on.", request_id: "req_1" };
    await page.route("**/panel-api/v1/export", (route) => route.fulfill({ status: 409, json: body }));
    await page.goto("/usage");
    await button(page, "Exportar a conta").click();
    await dialog(page).getByRole("button", { name: "Iniciar a exportação" }).click();
    await dialog(page).getByRole("alert").getByText("Outra exportação ainda está em andamento").waitFor();
    await expectSound(page);
    await close();

    const member = await panel.as("member");
    await member.page.goto("/usage");
    await member.page.getByRole("heading", { name: "All plans" }).waitFor();
    expect(await button(member.page, "Export account").count()).toBe(0);
    expect(await member.page.getByRole("heading", { name: "Data exports" }).count()).toBe(0);
    expect(member.faults).toEqual([]);
    await member.close();
  });
});

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectSound, settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";
import { savedTable } from "./support/saved-table.ts";

const BIA = "bia@example.com";
const SIGN_IN = /\/panel-api\/session\/sign-in/;

let panel: Panel;

beforeAll(async () => {
  panel = await openPanel();
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const isOff = async (page: Page, name: string) => (await button(page, name).getAttribute("aria-disabled")) === "true";

/** Returns the link in the newest invitation sent to this address. */
async function invitedBy(email: string): Promise<string> {
  const mails = await panel.sandbox<{ text: string }[]>("GET", `/mail?to=${encodeURIComponent(email)}`);
  return /\S+\/join#\S+/.exec(mails.body[0]?.text ?? "")?.[0] ?? "";
}

describe("a team", () => {
  it("grows by an invitation, whose token leaves the address at once; a role counts from the next request", async () => {
    const ada = await panel.as("admin", { bypassCSP: true });
    await ada.page.goto("/team");
    expect(await isOff(ada.page, "Change role: Ada Admin")).toBe(true);
    await ada.page.getByText("This is the account's last admin").first().waitFor({ state: "attached" });
    await button(ada.page, "Invite someone").click();
    await dialog(ada.page).getByLabel("Email").fill(BIA);
    await dialog(ada.page).getByText("Can view everything").click();
    await expectSound(ada.page);
    await button(ada.page, "Send invitation").click();
    await ada.page.getByRole("table", { name: "Invited" }).getByText(BIA).waitFor();

    const bia = await panel.as(null, { email: BIA, bypassCSP: true });
    await bia.page.goto(await invitedBy(BIA));
    await button(bia.page, "Join").waitFor();
    expect(new URL(bia.page.url()).hash).toBe("");
    await expectSound(bia.page);
    await button(bia.page, "Join").click();
    await bia.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await bia.page.goto("/developers/keys");
    expect(await isOff(bia.page, "New key")).toBe(true);
    await bia.page.goto("/team");
    expect(await isOff(bia.page, "Remove: Ada Admin")).toBe(true);
    expect(await isOff(bia.page, "Leave account: Nobody")).toBe(false);

    await ada.page.reload();
    await button(ada.page, "Change role: Nobody").click();
    await dialog(ada.page).getByText("Everything, including keys").click();
    await dialog(ada.page).getByRole("button", { name: "Change role" }).click();
    await ada.page.getByText("New role for Nobody: Admin.").waitFor();
    await bia.page.goto("/developers/keys");
    await settled(bia.page);
    expect(await isOff(bia.page, "New key")).toBe(false);

    // Bia is no longer an admin, but her page doesn't show that yet, so its request is refused and the page reports the
    // refusal.
    await button(ada.page, "Change role: Nobody").click();
    await dialog(ada.page).getByText("Can also link numbers").click();
    await dialog(ada.page).getByRole("button", { name: "Change role" }).click();
    await ada.page.getByText("New role for Nobody: Member.").waitFor();
    await button(bia.page, "New key").click();
    await dialog(bia.page).getByLabel("Name").fill("Mine");
    await button(bia.page, "Create key").click();
    await bia.page.getByText("Admins only").waitFor();

    await button(ada.page, "Remove: Nobody").click();
    await button(ada.page, "Remove from team").click();
    await ada.page.getByText("Nobody is no longer on the team.").waitFor();
    await Promise.all([bia.page.waitForRequest(SIGN_IN), bia.page.goto("/team")]);
    expect(ada.faults).toEqual([]);
    await Promise.all([ada.close(), bia.close()]);
  });

  it("answers an invitation that is used, withdrawn or of somebody else alike", async () => {
    const { page, close } = await panel.as(null, { email: "carla@example.com", bypassCSP: true });
    await page.goto("/join#no-such-token");
    await button(page, "Join").click();
    await page.getByText("This invitation can't be used").waitFor();
    await expectSound(page);
    await page.reload();
    await page.getByText("No invitation found").waitFor();
    await close();
  });
});

describe("a person", () => {
  it("without an account opens one, once", async () => {
    const { page, close } = await panel.as(null, { bypassCSP: true });
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "Create an account" }).waitFor();
    await expectSound(page);
    await page.getByLabel("Account name").fill("Padaria Sol");
    await button(page, "Create account").click();
    await page.getByText("Padaria Sol").first().waitFor();
    await page.goto("/usage");
    await page.getByText("How to continue").waitFor();
    await expectSound(page);
    await page.goto("/open-account");
    await page.getByText("You already have an account.").waitFor();
    await close();
  });

  it("without an account is asked to get an invitation where only the operator opens accounts", async () => {
    const { page, close } = await panel.as(null, { bypassCSP: true });
    await page.route("**/panel-api/me", async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { data: { ...data, opens_accounts: false } } });
    });
    await page.goto("/");
    await page.getByText("Ask for an invitation").waitFor();
    await expectSound(page);
    expect(await page.getByLabel("Account name").count()).toBe(0);
    await page.goto("/join");
    await page.getByText("No invitation found").waitFor();
    expect(await page.getByRole("link", { name: "Create an account" }).count()).toBe(0);
    await close();
  });

  it("chooses language and theme, and signs out elsewhere", async () => {
    const here = await panel.as("viewer", { bypassCSP: true });
    const there = await panel.as("viewer", { user: here.user });
    await there.page.goto("/instances");
    await settled(there.page);
    const { page } = here;
    await page.goto("/me");
    await page.getByLabel("Name").fill("Vi");
    await page.getByText("Dark", { exact: true }).click();
    await page.getByRole("button", { name: /Language/ }).click();
    await page.getByRole("option", { name: "Português" }).click();
    await button(page, "Save").click();
    await page.getByRole("heading", { level: 1, name: "Minhas configurações" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await expectSound(page);

    await button(page, "Encerrar as outras").click();
    await dialog(page).getByRole("button", { name: "Encerrar as outras" }).click();
    await page.getByRole("status").getByText("Você está conectado só aqui.").waitFor();
    // The page may have sent a request in the meantime and be redirecting to the sign-in already, so there might be no
    // link to click.
    await Promise.all([there.page.waitForRequest(SIGN_IN), there.page.goto("/team")]);
    await Promise.all([here.close(), there.close()]);
  });
});

describe("a refused form", () => {
  it("says in the page's words what is wrong with a field until it is corrected, and not after", async () => {
    const { page, faults, close } = await panel.as("admin", { locale: "es-ES" });
    await page.goto("/usage");
    await button(page, "Cambiar").click();
    const mail = dialog(page).getByRole("textbox", { name: /Correo de contacto/ });
    await mail.fill("flores@localhost");
    await button(page, "Guardar").click();
    await dialog(page).getByRole("alert").getByText("Indica un correo").waitFor();
    expect(await mail.getAttribute("aria-invalid")).toBe("true");

    await mail.fill("flores@example.com");
    await expect.poll(() => mail.getAttribute("aria-invalid")).toBe(null);
    await button(page, "Guardar").click();
    await page.getByRole("status").getByText("Guardado").waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(faults.filter((line) => !line.includes("422"))).toEqual([]);
    await close();
  });
});

describe("the activity log", () => {
  it("says in words who did what, and is narrowed in its address", async () => {
    const { page, close } = await panel.as("admin", { bypassCSP: true });
    await panel.api("POST", "/v1/instances", { name: "Flower shop" });
    await page.goto("/activity");
    await page.getByRole("row", { name: /Number added.*Flower shop/ }).waitFor();
    await expectSound(page);
    await page.getByRole("button", { name: /^All changes/ }).click();
    await page.getByRole("option", { name: "Team member joined" }).click();
    await page.waitForURL(/action=member.joined/);
    await expect.poll(() => page.getByRole("row", { name: /Number added/ }).count()).toBe(0);

    await page.goto("/activity?action=instance.created");
    await page.getByRole("row", { name: /Number added/ }).waitFor();
    const { name, lines } = await savedTable(page);
    expect(name).toBe("activity.csv");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^[^,]+,Number added,instance\.created,name,Flower shop,/);
    await close();
  });
});

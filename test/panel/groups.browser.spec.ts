import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectSound, settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

const SHOP = "5511955550290";
const ANA = "5511955550291";
const BEN = "5511955550292";

let panel: Panel;
let instance: string;
let group: string;

interface Facts {
  data: { subject: string; my_role: string | null; participants: { phone: string; role: string }[] };
}

/** Returns the group as the number knows it; undefined before it has heard of it. */
const facts = async () =>
  (await panel.api<Partial<Facts>>("GET", `/v1/instances/${instance}/groups/${group}`)).body.data;
const roleOf = async (phone: string) => (await facts())?.participants.find((one) => one.phone === phone)?.role ?? null;
const act = (action: string, participants: string[]) =>
  panel.sandbox("POST", `/groups/${group}/participants`, { action, participants });

beforeAll(async () => {
  panel = await openPanel();
  instance = (await panel.link(SHOP, "Flower shop")).id;
  for (const phone of [ANA, BEN]) await panel.sandbox("POST", "/phones", { phone, name: "Somebody" });
});

beforeEach(async () => {
  const people = { subject: "Neighbours", owner: ANA, participants: [SHOP] };
  group = (await panel.sandbox<{ chat_id: string }>("POST", "/groups", people)).body.chat_id;
  await act("promote", [SHOP]);
  await eventually("the number to be an admin", async () => (await facts())?.my_role === "admin");
});

describe("a group that a number is an admin of", () => {
  it("is changed, lets people in, and changes their roles, in the panel", async () => {
    const { page, faults, close } = await panel.as("member", { viewport: { width: 390, height: 800 } });
    const dialog = page.getByRole("dialog");
    await page.goto(`/groups/${instance}/${encodeURIComponent(group)}`);
    await page.getByRole("button", { name: "Change the group" }).click();
    await dialog.getByRole("textbox", { name: "Group" }).fill("Street party");
    await dialog.getByText("An admin must approve people who join by link").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Street party" }).waitFor();

    await page.getByRole("button", { name: "Show the link" }).click();
    await page.getByText("https://chat.whatsapp.com/").waitFor();
    await settled(page);
    await expectSound(page);

    await act("join", [BEN]);
    await page.reload();
    await page.getByRole("button", { name: `Approve +${BEN}` }).click();
    await page.getByRole("button", { name: `Actions for +${BEN}` }).click();
    await page.getByRole("menuitem", { name: "Make an admin" }).click();
    await eventually("Ben to be an admin", async () => (await roleOf(BEN)) === "admin");
    await page.getByRole("button", { name: `Actions for +${BEN}` }).click();
    await page.getByRole("menuitem", { name: "Remove from the group" }).click();
    await dialog.getByRole("button", { name: "Remove from the group" }).click();
    await page.getByRole("button", { name: `Actions for +${BEN}` }).waitFor({ state: "detached" });

    expect(await roleOf(BEN)).toBe(null);
    expect((await facts())?.subject).toBe("Street party");
    expect(faults).toEqual([]);
    await close();
  });

  it("gets people by their numbers, each with what became of them, and is left", async () => {
    const { page, faults, close } = await panel.as("member");
    const dialog = page.getByRole("dialog");
    await page.goto(`/groups/${instance}/${encodeURIComponent(group)}`);
    await page.getByRole("button", { name: "Add people" }).click();
    await dialog.getByRole("textbox", { name: "Phone numbers" }).fill(ANA);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText(`+${ANA}: was a member already`).waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();

    await page.getByRole("button", { name: "Leave the group" }).click();
    await dialog.getByRole("button", { name: "Leave the group" }).click();
    await page.getByText("This number has left Neighbours.").waitFor();
    expect((await facts())?.my_role).toBe(null);
    expect(faults).toEqual([]);
    await close();
  });
});

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Status } from "../../core/contracts/statuses/status.ts";
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

/**
 * Returns the group's fields as stored for the number. They are undefined until the number has learned about the group.
 */
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
    await page.getByRole("button", { name: "Edit group" }).click();
    await dialog.getByRole("textbox", { name: "Group" }).fill("Street party");
    await dialog.getByText("An admin must approve people who join by link").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Street party" }).waitFor();

    await page.getByRole("button", { name: "Show link" }).click();
    await page.getByText("https://chat.whatsapp.com/").waitFor();
    await settled(page);
    await expectSound(page);

    await act("join", [BEN]);
    await page.reload();
    await page.getByRole("button", { name: `Approve +${BEN}` }).click();
    await page.getByRole("button", { name: `Actions for +${BEN}` }).click();
    await page.getByRole("menuitem", { name: "Make admin" }).click();
    await eventually("Ben to be an admin", async () => (await roleOf(BEN)) === "admin");
    await page.getByRole("button", { name: `Actions for +${BEN}` }).click();
    await page.getByRole("menuitem", { name: "Remove from group" }).click();
    await dialog.getByRole("button", { name: "Remove from group" }).click();
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
    await dialog.getByText(`+${ANA}: was already a member`).waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();

    await page.getByRole("button", { name: "Leave group" }).click();
    await dialog.getByRole("button", { name: "Leave group" }).click();
    await page.getByText("This number has left Neighbours.").waitFor();
    expect((await facts())?.my_role).toBe(null);
    expect(faults).toEqual([]);
    await close();
  });
});

describe("a number's channels, statuses and one-time codes", () => {
  it("are created, followed by a link, written in, read and deleted, in the panel", async () => {
    const { page, faults, close } = await panel.as("member", { viewport: { width: 390, height: 800 } });
    const dialog = page.getByRole("dialog");
    await page.goto(`/channels?number=${instance}`);
    await page.getByText("No channels yet").waitFor();
    await page.getByRole("button", { name: "Create a channel" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Offers");
    await dialog.getByRole("button", { name: "Create a channel" }).click();
    await page.getByRole("link", { name: "Offers" }).click();
    await page.getByRole("heading", { level: 1, name: "Offers" }).waitFor();
    const own = decodeURIComponent(page.url().split("/").at(-1) ?? "");

    const post = { instance_id: instance, chat_id: own, text: "Roses for two" };
    expect((await panel.api("POST", "/v1/messages", post)).status).toBe(202);
    await eventually("the post in the network", async () => {
      const { body } = await panel.api<{ data: unknown[] }>(
        "GET",
        `/v1/instances/${instance}/channels/${own}/messages`,
      );
      return body.data.length === 1;
    });
    await page.reload();
    await page.getByRole("listitem").getByText("Roses for two").waitFor();
    await settled(page);
    await expectSound(page);

    const theirs = await panel.sandbox<{ invite: string }>("POST", "/channels", { name: "Weather", owner: ANA });
    await page.goto(`/channels?number=${instance}`);
    await page.getByRole("button", { name: "Follow a channel" }).click();
    await dialog.getByRole("textbox", { name: "Link" }).fill(theirs.body.invite);
    await dialog.getByRole("button", { name: "Find" }).click();
    await dialog.getByText("Weather").waitFor();
    await dialog.getByRole("button", { name: "Follow", exact: true }).click();
    await page.getByRole("link", { name: "Weather" }).click();
    await page.getByRole("button", { name: "Unfollow" }).click();
    await dialog.getByRole("button", { name: "Unfollow" }).click();
    await page.getByRole("link", { name: "Offers" }).click();
    await page.getByRole("button", { name: "Delete channel" }).click();
    await dialog.getByRole("button", { name: "Delete channel" }).click();
    await page.getByText("No channels yet").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("show a status to chosen people, with how many viewed it, until it is deleted", async () => {
    const { page, faults, close } = await panel.as("member");
    const dialog = page.getByRole("dialog");
    await page.goto(`/statuses?number=${instance}`);
    await page.getByRole("button", { name: "Post a status" }).click();
    await dialog.getByRole("textbox", { name: "Text" }).fill("Open until eight today");
    await dialog.getByRole("textbox", { name: "Only for these people" }).fill(ANA);
    await dialog.getByRole("button", { name: "Post a status" }).click();
    await page.getByRole("cell", { name: "Posted" }).waitFor();
    await page.getByRole("rowheader", { name: "Open until eight today" }).waitFor();
    await expectSound(page);
    await page.getByRole("button", { name: "Delete status: Open until eight today" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Status deleted.").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it("say in the person's language why a status failed", async () => {
    const { page, faults, close } = await panel.as("viewer", { locale: "es" });
    const status: Status = {
      ...{ id: "sts_01JD3X4Y5Z6A7B8C9D0E1F2G3H", type: "text", text: "Tulipanes", media: null, font: null },
      ...{ background_color: null, status: "failed", recipients_count: 1, views: 0, expires_at: null },
      ...{ error: "The instance was not connected for 2 hours.", error_code: "not_connected" },
      created_at: (await panel.gateway.now()).toISOString(),
    };
    await page.route(/\/statuses$/, (route) => route.fulfill({ json: { data: [status] } }));
    await page.goto(`/statuses?number=${instance}`);
    await page.getByRole("cell", { name: "El número no estaba conectado." }).waitFor();
    expect(await page.getByText("The instance was").count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it("show how its one-time codes went", async () => {
    const otp = { instance_id: instance, channel: "link", reference: "Order 17" };
    const made = await panel.api<{ data: { code: string } }>("POST", "/v1/otps", otp);
    expect(made.status).toBe(201);
    const { page, faults, close } = await panel.as("viewer");
    await page.goto(`/codes?number=${instance}`);
    const row = page.getByRole("row").filter({ hasText: "Order 17" });
    await row.getByText("Waiting").waitFor();
    expect(await row.textContent()).toContain("Anyone with the link");
    expect(await page.content()).not.toContain(made.body.data.code);
    expect(faults).toEqual([]);
    await close();
  });
});

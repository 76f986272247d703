import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { hasStatus } from "../support/linked-number.ts";
import { axeFindings, expectSound, settled } from "./support/check-page.ts";
import { openPanel, type Panel } from "./support/open-panel.ts";

let panel: Panel;

beforeAll(async () => {
  panel = await openPanel();
});

const idAt = (url: string) => /\/instances\/(inst_\w+)/.exec(url)?.[1] ?? "";

describe("numbers", () => {
  it("are added and linked by a code that the phone scans from the page", async () => {
    const { page, faults, close } = await panel.as("admin");
    const phone = "5511944440001";
    await panel.sandbox("POST", "/phones", { phone, name: "Shop phone" });
    await page.goto("/instances");
    await page.getByRole("button", { name: "Add a number" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a number" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Shop");
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    const id = idAt(page.url());
    await eventually("the phone to take the code that is shown", async () => {
      const value = await page.getByRole("img", { name: /QR code/ }).getAttribute("data-value");
      return (await panel.sandbox("POST", `/phones/${phone}/scan`, { value })).status < 300;
    });
    await page.getByText("This number is connected.").waitFor();
    await page.goto("/instances");
    await page.getByRole("heading", { level: 2, name: "Shop" }).waitFor();
    await page.getByText(`+${phone}`).waitFor();
    expect(await hasStatus({ ...panel.gateway, api: panel.api }, id, "working")).toBe(true);
    // While there is no code, the page keeps polling and the API responds with 409.
    expect(faults.filter((fault) => !/status of (409|503)/.test(fault))).toEqual([]);
    await close();
  });

  it("have a code of their link, which alone is printed", async () => {
    const number = await panel.link("5511944440077", "Tea <b>shop</b>");
    const { page, faults, close } = await panel.as("viewer", { colorScheme: "dark" });
    await page.goto(`/instances/${number.id}`);
    await page.getByRole("button", { name: "Show QR code" }).click();
    const code = page.getByRole("img", { name: "QR code for the link" });
    await code.waitFor();
    expect(await code.getAttribute("data-value")).toContain("5511944440077");
    await expectSound(page);
    await page.emulateMedia({ media: "print" });
    expect(await code.isVisible()).toBe(true);
    expect(await page.getByRole("heading", { name: "QR code for the link" }).isVisible()).toBe(false);
    expect(await page.locator("#root").isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  it("are linked by a code that is typed on the phone", async () => {
    const made = await panel.api<{ data: { id: string } }>("POST", "/v1/instances", { name: "Second" });
    const { page, close } = await panel.as("member");
    const phone = "5511944440002";
    await panel.sandbox("POST", "/phones", { phone, name: "Second phone" });
    await page.goto(`/instances/${made.body.data.id}/link`);
    await page.getByRole("tab", { name: "Enter a code" }).click();
    await page.getByRole("textbox", { name: /Phone number/ }).fill("+55 11 94444-0002");
    await page.getByRole("button", { name: "Get a code" }).click();
    const shown = page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    await shown.waitFor();
    await page.getByText(/^Valid until .*(?:AM|PM)\.$/).waitFor();
    const code = ((await shown.textContent()) ?? "").replace("-", "");
    const typed = await panel.sandbox("POST", `/phones/${phone}/enter-code`, { code });
    expect(typed.status, JSON.stringify(typed.body)).toBeLessThan(300);
    await page.getByText("This number is connected.").waitFor();
    await close();
  });

  it("are linked by the owner's passkey, signed on the network's page and pasted here", async () => {
    const made = await panel.api<{ data: { id: string } }>("POST", "/v1/instances", { name: "Guarded" });
    const { page, close } = await panel.as("member");
    const phone = "5511944440099";
    await panel.sandbox("POST", "/phones", { phone, name: "Guarded phone" });
    await page.goto(`/instances/${made.body.data.id}/link`);
    const code = page.getByRole("img", { name: /QR code/ });
    await code.waitFor();
    await panel.sandbox("POST", "/faults", { kind: "require_passkey", for_seconds: 3_600 });
    const value = await code.getAttribute("data-value");
    await panel.sandbox("POST", `/phones/${phone}/scan`, { value });
    await panel.sandbox("POST", "/faults", { kind: "require_passkey", for_seconds: 0 });
    const command = page.getByRole("region", { name: "Command" });
    await command.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const [, options = "null"] = /FromJSON\((.*)\) \}\)\)\)$/.exec((await command.textContent()) ?? "") ?? [];
    const { body } = await panel.sandbox<{ credential: object }>("POST", `/phones/${phone}/passkey`, {
      options: JSON.parse(options),
    });
    await page.getByRole("textbox", { name: "Signature" }).fill(JSON.stringify(body.credential));
    await page.getByRole("button", { name: "Send signature" }).click();
    await page.getByText("This number is connected.").waitFor();
    await close();
  });

  it("show a viewer what they may not do, and why", async () => {
    const { id } = await panel.link("5511944440003", "Third");
    const { page, close } = await panel.as("viewer");
    await page.goto(`/instances/${id}`);
    const stop = page.getByRole("button", { name: "Stop" });
    await stop.waitFor();
    expect(await stop.getAttribute("aria-disabled")).toBe("true");
    await stop.hover();
    await page.getByRole("tooltip").filter({ visible: true, hasText: "Your role is view-only" }).waitFor();
    const remove = page.getByRole("button", { name: "Delete this number" });
    expect(await remove.getAttribute("aria-disabled")).toBe("true");
    await close();
  });

  it("are deleted only by an admin who types the name, and names are text whatever they hold", async () => {
    const name = '<img src=x onerror=alert(1)>"';
    const { id } = await panel.link("5511944440004", name);
    const { page, faults, close } = await panel.as("admin");
    await page.goto(`/instances/${id}`);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("button", { name: "Delete this number" }).click();
    const dialog = page.getByRole("dialog");
    const confirm = dialog.getByRole("button", { name: "Delete this number" });
    expect(await confirm.getAttribute("aria-disabled")).toBe("true");
    await dialog.getByRole("textbox").fill(name);
    await dialog.getByRole("button", { name: "Delete this number" }).click();
    await page.getByRole("heading", { level: 1, name: "Numbers" }).waitFor();
    expect((await panel.api("GET", `/v1/instances/${id}`)).status).toBe(404);
    expect(faults.filter((fault) => !/status of 404/.test(fault))).toEqual([]);
    await close();
  });

  it("take a proxy from an admin, show its host and never its url, try it, and give it up", async () => {
    const { id } = await panel.link("5511944440088", "Abroad");
    const { page, faults, close } = await panel.as("admin");
    await page.goto(`/instances/${id}`);
    await page.getByRole("button", { name: "Set a proxy" }).click();
    const dialog = page.getByRole("dialog", { name: "Set a proxy" });
    const url = dialog.getByRole("textbox", { name: "Proxy URL" });
    await url.fill("socks5://proxy.example.com");
    await page.keyboard.press("Enter");
    await dialog
      .getByText(/The url has no port/)
      .first()
      .waitFor();
    const port = await freePort();
    await url.fill(`socks5://customer-seven:s3cret-word@127.0.0.1:${port}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Proxy saved. The number is reconnecting.").waitFor();
    await page.getByText(`127.0.0.1:${port}`).waitFor();
    await page.getByText("…even").waitFor();
    await page.getByText("The number can't connect because its proxy isn't working").first().waitFor();

    await page.getByRole("button", { name: "Test proxy" }).click();
    await page.getByText(/Nothing is listening at its host and port/).waitFor();
    await expectSound(page);
    expect(await page.content()).not.toMatch(/s3cret-word|customer-seven/);

    await page.getByRole("button", { name: "Remove proxy" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove proxy" }).click();
    await page.getByText("This number connects without a proxy.").waitFor();
    expect(faults.filter((fault) => !/status of 422/.test(fault))).toEqual([]);
    await close();
  });

  it("have settings of their protection that are refused at their field, and shown as they are then", async () => {
    const { id } = await panel.link("5511944440005", "Fifth");
    const { page, close } = await panel.as("admin");
    await page.goto(`/instances/${id}/protection`);
    await settled(page);
    const hour = page.getByRole("textbox", { name: "Messages per hour" });
    await hour.fill("600");
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText(/whole number from 1 to 60/)
      .first()
      .waitFor();
    await hour.fill("20");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Protection settings saved.").waitFor();
    const { body } = await panel.api<{ data: { protection_settings: Record<string, unknown> } }>(
      "GET",
      `/v1/instances/${id}`,
    );
    expect(body.data.protection_settings.messages_per_hour).toBe(20);
    await close();
  });
});

import type { Page } from "playwright-core";
import { eventually } from "../../test/support/eventually.ts";
import type { Call } from "../../test/support/gateway.ts";
import type { MailServer } from "./mail-server.ts";

/** The linked phone number, and the number of the person who writes to it, as used in the page's request. */
export const SHOP = "5511988880000";
export const PERSON = "5511977770001";

const PASSWORD = "correct horse battery";

/** Opens an invitation link and creates an account for the invited address, using the code that was mailed. */
export async function signUp(
  page: Page,
  mail: MailServer,
  { email, link }: { email: string; link: string },
): Promise<void> {
  await page.goto(link);
  const begin = page.getByRole("button", { name: /Sign in/ }).or(page.getByRole("link", { name: /Sign in/ }));
  await begin.or(page.getByLabel("Email address")).first().waitFor();
  if (await begin.first().isVisible()) await begin.first().click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Code").fill(await mail.find(email, /\b\d{6}\b/));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
}

/** Adds a number in the panel and scans its code with a phone. */
export async function linkNumber(page: Page, sandbox: Call): Promise<void> {
  await sandbox("POST", "/phones", { phone: SHOP, name: "Shop phone" });
  await sandbox("POST", "/phones", { phone: PERSON, name: "Cleo" });
  await page.goto("/instances");
  await page.getByRole("button", { name: "Add a number" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a number" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Shop");
  await page.keyboard.press("Enter");
  const code = page.getByRole("img", { name: /QR code/ });
  await code.waitFor();
  await eventually("the phone to take the code that is shown", async () => {
    const value = await code.getAttribute("data-value");
    return (await sandbox("POST", `/phones/${SHOP}/scan`, { value })).status < 300;
  });
  await page.getByText("This number is connected.").waitFor();
  // The person writes first, so the message to them needs no pause and may be sent at any time of day.
  await sandbox("POST", `/phones/${PERSON}/messages`, { to: SHOP, text: "Good day" });
}

/** Makes the person write a text, and checks that the panel shows both this text and an earlier one. */
export async function answer(page: Page, sandbox: Call, { text, sees }: { text: string; sees: string }): Promise<void> {
  const { status } = await sandbox("POST", `/phones/${PERSON}/messages`, { to: SHOP, text });
  if (status !== 201) throw new Error(`The phone's message was refused with ${status}.`);
  await inPanel(page, text);
  await page.getByRole("log").or(page.locator("main")).getByText(sees, { exact: true }).first().waitFor();
}

/** Opens the chat whose last message is this text. */
export async function inPanel(page: Page, text: string): Promise<void> {
  await page.goto("/chats");
  await page.getByRole("link", { name: new RegExp(text) }).click();
}

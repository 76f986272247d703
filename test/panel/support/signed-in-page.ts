import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished, TestRunner } from "vitest";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import type { openSession } from "../../../core/operations/users/open-session.ts";
import { keys } from "../../../core/store/keys.ts";
import { takePage } from "./used-pages.ts";

/** A page of the panel, with everything that went wrong on it. */
export interface PanelPage {
  page: Page;
  context: BrowserContext;
  /** Console errors and exceptions. Each test lists those that it expects. */
  faults: string[];
  /** The id of the page's user. */
  user: string;
  close(): Promise<void>;
}

type Deps = Parameters<typeof openSession>[0];

/** Adds a user with this role in the account or, if the role is null, without an account. @returns the user's id. */
export async function addPerson(
  { table, ids }: Deps,
  { account, role, name, email }: { account: string; role: Role | null; name: string; email: string },
  now: Date,
): Promise<string> {
  const id = ids.next("usr", now);
  const joined_at = wireTime(now);
  const user = { id, iss: "https://id.example.com", sub: id, email, email_verified: true, name };
  await table.write({
    put: { ...keys.user(id), ...user, language: null, theme: "system", timezone: null, created_at: joined_at },
  });
  if (role === null) return id;
  await table.transact([
    { put: { ...keys.accountUser(account, id), user_id: id, role, email, name, joined_at } },
    { put: { ...keys.userAccount(id, account) } },
    ...(role === "admin" ? [{ update: keys.accountAdmins(account), add: { admins: 1 } }] : []),
  ]);
  return id;
}

/**
 * Opens a page of the panel that sends this session's token. @param url the panel's address. @param isForGood whether
 * the page must not be reused afterwards, because the test adds scripts that can't be removed.
 */
export async function pageOf(
  browser: Browser,
  url: string,
  token: string,
  user: string,
  { isForGood = false, ...options }: BrowserContextOptions & { isForGood?: boolean },
): Promise<PanelPage> {
  const taken = { locale: "en-US", timezoneId: "America/Sao_Paulo", reducedMotion: "reduce", ...options } as const;
  const { page, context, leave } = await takePage(browser, url, taken);
  await context.addCookies([{ name: "session", value: token, url, httpOnly: true, sameSite: "Strict" }]);
  const faults: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error" || line.type() === "warning") faults.push(`${line.text()} (${line.location().url})`);
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  let isLeft = false;
  async function close(): Promise<void> {
    isLeft = true;
    await (isForGood ? context.close() : leave());
  }
  // Close the page if its test fails. Otherwise, it would keep polling the gateway until the process ends, and slow
  // down other tests.
  if (TestRunner.getCurrentTest()) onTestFinished(() => (isLeft ? undefined : context.close()));
  return { page, context, faults, user, close };
}

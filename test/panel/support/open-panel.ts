import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import type { Plan } from "../../../core/contracts/plans.ts";
import { createAccount } from "../../../core/operations/accounts/create-account.ts";
import { createKey } from "../../../core/operations/accounts/create-key.ts";
import { openSession } from "../../../core/operations/users/open-session.ts";
import { atWorkerEnd } from "../../run/at-worker-end.ts";
import { type Call, caller, type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { linkNumber } from "../../support/linked-number.ts";
import { startChromium } from "./chromium.ts";
import { addPerson, type PanelPage, pageOf } from "./signed-in-page.ts";

/** A panel with its own account, on a gateway shared by all specs in a process. */
export interface Panel {
  gateway: Gateway;
  browser: Browser;
  url: string;
  account: string;
  /** A full key for the account. */
  key: string;
  /** Calls the API with this key. */
  api: Call;
  sandbox: Call;
  /**
   * Opens a page, signed in as a new user with the given role, or in another session of an existing user if `user` is
   * set.
   */
  as(role: Role | null, options?: PersonsPage): Promise<PanelPage>;
  /** Adds a number and links it to a sandbox phone. */
  link(phone: string, name?: string): Promise<{ id: string; phone: string }>;
  /** Has an assistant send a text. The assistant has a key of its own, and a user must release the key's messages. */
  draft(instance: string, to: string, text: string): Promise<void>;
  /** Kills a separate gateway that stores its data (`EPHEMERAL: "0"`), and restarts it at the same address. */
  restart(): Promise<void>;
  /** Stops the gateway if the panel has a separate one. */
  stop(): Promise<void>;
}

/** The options for opening a user's page. */
type PersonsPage = BrowserContextOptions & { email?: string; user?: string; isForGood?: boolean };

interface Shared {
  gateway: Gateway;
  browser: Browser;
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** The gateway. It is started by the first spec that needs it, and stopped when the tests' process ends. */
const shared: { running: Promise<Shared> | null } = { running: null };

/**
 * Opens a panel for a spec. @param options.own starts a separate gateway, for specs that move the clock far ahead or
 * count everything.
 */
export async function openPanel(
  options: { plan?: Plan; own?: boolean; env?: Record<string, string> } = {},
): Promise<Panel> {
  const { plan = "scale", own = false } = options;
  if (!own) shared.running ??= start({});
  const { gateway, browser, restart, end } = await (own ? start(options.env ?? {}) : (shared.running ?? start({})));
  Object.assign(process.env, gateway.awsEnv);
  const { newDeps } = await import("../../../functions/deps.ts");
  const deps = newDeps();
  const now = await gateway.now();
  const { id: account } = await createAccount(deps, { name: "Flores", plan }, now);
  const { key } = await createKey(deps, { account_id: account, kind: "full" }, now);
  const api = caller(gateway.baseUrl, { authorization: `Bearer ${key}` });
  let people = 0;

  async function as(role: Role | null, { email, user: known, ...context }: PersonsPage = {}) {
    const at = await gateway.now();
    const name = role === null ? "Nobody" : { admin: "Ada Admin", member: "Mel Member", viewer: "Vi Viewer" }[role];
    const mail = email ?? `${role ?? "nobody"}-${++people}-${account.slice(-6).toLowerCase()}@example.com`;
    const user = known ?? (await addPerson(deps, { account, role, name, email: mail }, at));
    const request = { user_id: user, account_id: role === null ? null : account, source: "127.0.0.1", browser: "Test" };
    const { token } = await openSession(deps, request, at);
    return pageOf(browser, gateway.panelUrl, token, user, context);
  }

  async function draft(instance: string, to: string, text: string) {
    const asked = { account_id: account, kind: "send", name: "Helper", mcp_confirm: true } as const;
    const { key: own } = await createKey(deps, asked, await gateway.now());
    const assistant = new Client({ name: "spec", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${own}` } };
    await assistant.connect(new StreamableHTTPClientTransport(new URL(`${gateway.baseUrl}/mcp`), { requestInit }));
    const args = { instance_id: instance, to, text, client_ref: text };
    const { structuredContent } = await assistant.callTool({ name: "send_message", arguments: args });
    await assistant.close();
    if (!JSON.stringify(structuredContent).includes('"awaits_release":true'))
      throw new Error(`It is no draft: ${JSON.stringify(structuredContent)}`);
  }

  return {
    draft,
    gateway,
    browser,
    url: gateway.panelUrl,
    account,
    key,
    api,
    sandbox: gateway.sandbox,
    as,
    link: (phone, name) => linkNumber({ ...gateway, api }, phone, name),
    async restart() {
      if (!own) throw new Error("The gateway is other specs', too.");
      await restart();
    },
    async stop() {
      if (own) await end();
    },
  };
}

async function start(env: Record<string, string>): Promise<Shared> {
  const folder = temporaryFolder();
  const settings = { PANEL: "1", EPHEMERAL: "1", TABLE_CONFLICTS: "0", PASSKEY_LINKING: "1", ...env };
  const [gateway, browser] = await Promise.all([startGateway(folder.path, settings), startChromium()]);
  const runs = [gateway];
  const ending: { begun: Promise<void> | null } = { begun: null };
  const end = () => {
    ending.begun ??= browser
      .close()
      .finally(() => runs.at(-1)?.stop())
      .then(folder.remove);
    return ending.begun;
  };
  const restart = async () => {
    await runs.at(-1)?.killEverything();
    const { port } = new URL(gateway.baseUrl);
    runs.push(await startGateway(folder.path, { ...settings, PORT: port }));
  };
  atWorkerEnd(end);
  return { gateway, browser, restart, end };
}

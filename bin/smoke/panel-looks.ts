import { CheckFailed, codeOf } from "../../functions/canary/check-failed.ts";

/** A response from the panel's address. Redirects aren't followed. */
export interface PageAnswer {
  status: number;
  header(name: string): string;
  text: string;
}

/** Requests a path at the panel's address. */
export type AskPage = (path: string) => Promise<PageAnswer>;

const ANSWER_MS = 10_000;

/** Sends requests like a browser on its first visit. @param panelUrl with or without a trailing slash. */
export function askPanel(panelUrl: string): AskPage {
  const base = panelUrl.replace(/\/$/, "");
  return async (path) => {
    const answer = await fetch(`${base}${path}`, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
    const text = await answer.text();
    return { status: answer.status, header: (name) => answer.headers.get(name) ?? "", text };
  };
}

/** The parts of the content security policy that prevent a page from running foreign code. */
const HELD = [
  "default-src 'none'",
  "script-src 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

const HELD_BY_REFERENCE = HELD.slice(0, 3);

/**
 * Checks of a panel: its page, the page's headers, the API reference, the requests that can be tried from the
 * reference, and user sign-in.
 */
export const PANEL_LOOKS: readonly { name: string; run(ask: AskPage): Promise<void> }[] = [
  { name: "the panel's page", run: async (ask) => expectPage(await ask("/")) },
  // A group's id contains a dot, so the server might mistake this path for a file's.
  { name: "the panel's page at the address of a chat", run: async (ask) => expectPage(await ask("/chats/i/1@g.us")) },
  {
    name: "an address that is not a page",
    run: async (ask) => expectRefusal(await ask("/no-such-page"), 404, "not_found"),
  },
  {
    name: "GET /panel-api/me without a session",
    run: async (ask) => expectRefusal(await ask("/panel-api/me"), 401, "unauthenticated"),
  },
  {
    name: "the reference",
    async run(ask) {
      expectPage(await ask("/docs/reference"), HELD_BY_REFERENCE);
      const { status, text } = await ask("/docs/reference/settings.json");
      if (status !== 200 || !/^\{"api":"https?:/.test(text))
        throw new CheckFailed("does not contain the API's address");
    },
  },
  {
    name: "GET /v1/instances at the panel's address, without a key",
    run: async (ask) => expectRefusal(await ask("/v1/instances"), 401, "unauthenticated"),
  },
  {
    name: "signing in redirects to the provider",
    async run(ask) {
      const answer = await ask("/panel-api/session/sign-in?to=/chats");
      const to = answer.header("location");
      if (answer.status !== 302) throw new CheckFailed(`responded with ${answer.status} instead of 302`);
      if (!/[?&]code_challenge=/.test(to)) throw new CheckFailed("did not redirect to a sign-in with a challenge");
    },
  },
];

function expectRefusal({ status, text }: PageAnswer, wanted: number, code: string): void {
  const found = codeOf(jsonOf(text));
  if (status !== wanted || found !== code) {
    throw new CheckFailed(`responded with ${status} (${found ?? "no code"}) instead of ${wanted} (${code})`);
  }
}

function expectPage({ status, header, text }: PageAnswer, held: readonly string[] = HELD): void {
  if (status !== 200) throw new CheckFailed(`responded with ${status} instead of 200`);
  if (!/^<!doctype html>/i.test(text)) throw new CheckFailed("responded with 200, but without the page");
  const policy = header("content-security-policy").split("; ");
  const missing = held.filter((part) => !policy.includes(part));
  if (missing.length > 0) throw new CheckFailed(`has no ${missing.join(", ")} in its content security policy`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { describe, expect, it } from "vitest";
import type { AskPage, PageAnswer } from "../../bin/smoke/panel-looks.ts";
import { runPanelSmoke } from "../../bin/smoke/run-smoke.ts";
import { pageHeaders } from "../../core/contracts/panel/page-headers.ts";

const POLICY =
  pageHeaders({ files: ["https://api.example.com"], uploads: "https://files.example.com" })[
    "Content-Security-Policy"
  ] ?? "";
const answer = (status: number, text = "", headers: Record<string, string> = {}): PageAnswer => ({
  status,
  text,
  header: (name) => headers[name] ?? "",
});
const page = (policy = POLICY) => answer(200, "<!doctype html><title>x</title>", { "content-security-policy": policy });

/** Creates a panel that works except for the given changes. */
const panelWith =
  (change: Record<string, PageAnswer> = {}): AskPage =>
  async (path) => {
    const [plain = ""] = path.split("?");
    if (change[plain]) return change[plain];
    if (plain === "/panel-api/me" || plain === "/v1/instances")
      return answer(401, '{"message":"Sign in.","code":"unauthenticated"}');
    if (plain === "/docs/reference/settings.json") return answer(200, '{"api":"https://api.example.com"}');
    if (plain === "/no-such-page") return answer(404, '{"message":"Nothing here.","code":"not_found"}');
    if (plain === "/panel-api/session/sign-in") {
      return answer(302, "", { location: "https://id.example.com/authorize?code_challenge=x" });
    }
    return page();
  };
const faultsOf = async (ask: AskPage) =>
  (await runPanelSmoke(ask)).flatMap(({ name, fault }) => (fault === null ? [] : [`${name}: ${fault}`]));

describe("a look at a deployed panel", () => {
  it("finds nothing wrong with one that is sound", async () => {
    expect(await faultsOf(panelWith())).toEqual([]);
    expect(await runPanelSmoke(panelWith())).toHaveLength(7);
  });

  it.each<[string, Record<string, PageAnswer>, RegExp]>([
    ["a page without its policy", { "/": page("") }, /has no default-src 'none', script-src 'self'/],
    [
      "a page with a weaker one",
      { "/": page(POLICY.replace("script-src 'self'", "script-src *")) },
      /script-src 'self'/,
    ],
    ["no page at a group's chat", { "/chats/i/1@g.us": answer(403, "<Error/>") }, /of a chat: responded with 403/],
    ["a page at every address", { "/no-such-page": page() }, /200 \(no code\) instead of 404 \(not_found\)/],
    ["functions behind another shape", { "/panel-api/me": answer(403, "{}") }, /403 \(no code\) instead of 401/],
    [
      "no reference",
      { "/docs/reference": answer(404, "<Error/>") },
      /the reference: responded with 404 instead of 200/,
    ],
    ["a reference without a policy", { "/docs/reference": page("") }, /the reference: has no default-src/],
    [
      "a reference that knows no API",
      { "/docs/reference/settings.json": page() },
      /does not contain the API's address/,
    ],
    ["an API that can't be tried there", { "/v1/instances": answer(403, "{}") }, /without a key: responded with 403/],
    ["a sign-in that fails", { "/panel-api/session/sign-in": answer(500) }, /responded with 500 instead of 302/],
    [
      "a sign-in without proof",
      { "/panel-api/session/sign-in": answer(302, "", { location: "/" }) },
      /with a challenge/,
    ],
  ])("tells of %s", async (_, change, words) => {
    expect(await faultsOf(panelWith(change))).toEqual([expect.stringMatching(words)]);
  });
});

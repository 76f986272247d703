import { expect, it } from "vitest";
import { MOUNTED_ROUTES, PANEL_API, PANEL_ROUTES } from "../../../core/contracts/panel/panel-routes.ts";
import { ROUTES } from "../../../core/contracts/routes.ts";
import * as account from "../../../functions/panel-api/account/index.ts";
import * as automations from "../../../functions/panel-api/automations/index.ts";
import * as chats from "../../../functions/panel-api/chats/index.ts";
import * as team from "../../../functions/panel-api/team/index.ts";
import { panelPaths } from "../../../lib/panel-paths.ts";

/** Returns the paths in a part. */
function pathsOf({ own = [], mounted = [] }: { own?: readonly { id: string }[]; mounted?: readonly { id: string }[] }) {
  const rows: Record<string, { path: string }> = { ...PANEL_ROUTES, ...ROUTES };
  const served = mounted.filter(({ id }) => MOUNTED_ROUTES[id as keyof typeof MOUNTED_ROUTES] !== null);
  return [...new Set([...own, ...served].map(({ id }) => `${PANEL_API}${rows[id]?.path}`))].sort();
}

it.each([
  ["chats", chats],
  ["automations", automations],
  ["team", team],
] as const)("the panel's function of %s has in it what API Gateway sends it", (part, handler) => {
  const missing = panelPaths(part).filter((path) => !pathsOf(handler).includes(path));
  expect(pathsOf(handler).filter((path) => !panelPaths(part).includes(path))).toEqual([]);
  expect(missing.filter((path) => path.startsWith(`${PANEL_API}/v1/`))).toEqual([]);
});

it("the first function has in it nothing that is sent to the others", () => {
  const others = [...panelPaths("chats"), ...panelPaths("automations"), ...panelPaths("team")];
  expect(pathsOf(account).filter((path) => others.includes(path))).toEqual([]);
});

it("each route of the interface that people may use is in one of them", () => {
  const served = [account, chats, automations].flatMap(({ mounted }) => mounted.map(({ id }) => id as string));
  const wanted = Object.entries(MOUNTED_ROUTES).flatMap(([id, role]) => (role === null ? [] : [id]));
  expect(wanted.filter((id) => !served.includes(id))).toEqual([]);
});

import { MOUNTED_ROUTES, PANEL_API, PANEL_ROUTES, type PanelRouteId } from "../core/contracts/panel/panel-routes.ts";
import { ROUTES, type RouteId } from "../core/contracts/routes.ts";

/**
 * The parts of the panel's API, each served by a function of its own. `account` serves everything the other parts
 * don't.
 */
export type PanelPart = "account" | "team" | "chats" | "automations";

type Resource = (typeof ROUTES)[RouteId]["resource"];

/** The contents of each part other than `account`: resources of the public API, and the panel's own routes. */
const PARTS: Record<Exclude<PanelPart, "account">, { resources: readonly Resource[]; own: readonly PanelRouteId[] }> = {
  chats: {
    resources: ["messages", "chats", "contacts", "labels", "groups", "channels", "statuses"],
    own: [
      "panel.live",
      "panel.answering",
      "panel.news",
      "panel.quiet",
      "panel.uploads.create",
      "panel.link_preview",
      "panel.drafts.list",
      "panel.drafts.release",
      "panel.drafts.discard",
    ],
  },
  team: {
    resources: [],
    own: [
      "panel.account.get",
      "panel.usage",
      "panel.traffic",
      "panel.members.list",
      "panel.members.update",
      "panel.invites.list",
      "panel.invites.accept",
      "panel.invites.withdraw",
      "panel.invites.send",
    ],
  },
  automations: { resources: ["broadcasts", "answers"], own: [] },
};

/**
 * Returns the name of a panel function. The name is fixed, because other resources refer to it before the function
 * exists.
 */
export const panelFunctionName = (stage: string, name: string): string => `messaging-gateway-${stage}-${name}`;

/** Returns the paths served by a part, in API Gateway's notation. */
export function panelPaths(part: Exclude<PanelPart, "account">): string[] {
  const { resources, own } = PARTS[part];
  const mounted = (Object.keys(ROUTES) as RouteId[]) // Object.keys forgets the key type
    .filter((id) => MOUNTED_ROUTES[id] !== null && resources.includes(ROUTES[id].resource))
    .map((id) => ROUTES[id].path);
  const paths = [...mounted, ...own.map((id) => PANEL_ROUTES[id].path)].map((path) => `${PANEL_API}${path}`);
  return [...new Set(paths)].sort();
}

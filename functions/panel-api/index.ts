import { MOUNTED_ROUTES } from "../../core/contracts/panel/panel-routes.ts";
import { deps } from "../deps.ts";
import * as account from "./account/index.ts";
import * as automations from "./automations/index.ts";
import * as chats from "./chats/index.ts";
import { panelResource } from "./panel-resource.ts";
import * as team from "./team/index.ts";

/** The routes that exist only in the panel. */
export const ownRoutes = [...account.own, ...team.own, ...chats.own];

/** Public API routes that the panel also serves. */
export const mountedRoutes = [...account.mounted, ...chats.mounted, ...automations.mounted].filter(
  ({ id }) => MOUNTED_ROUTES[id] !== null,
);

/** A handler for the entire panel API, for tests. In a deployed gateway, each function handles its own part. */
export const handler = panelResource(ownRoutes, mountedRoutes, deps);

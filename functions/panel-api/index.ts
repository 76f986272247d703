import { MOUNTED_ROUTES } from "../../core/contracts/panel/panel-routes.ts";
import { deps } from "../deps.ts";
import * as account from "./account/index.ts";
import * as automations from "./automations/index.ts";
import * as chats from "./chats/index.ts";
import { panelResource } from "./panel-resource.ts";
import * as team from "./team/index.ts";

/** The panel's own routes. */
export const ownRoutes = [...account.own, ...team.own, ...chats.own];

/** Routes of the interface that the panel serves, too. */
export const mountedRoutes = [...account.mounted, ...chats.mounted, ...automations.mounted].filter(
  ({ id }) => MOUNTED_ROUTES[id] !== null,
);

/** The whole API of the panel, for tests; in a gateway each function answers its own part. */
export const handler = panelResource(ownRoutes, mountedRoutes, deps);

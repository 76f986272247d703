import { MOUNTED_ROUTES } from "../../core/contracts/panel/panel-routes.ts";
import { routes as activity } from "../api/activity/index.ts";
import { routes as answers } from "../api/answers/index.ts";
import { routes as broadcasts } from "../api/broadcasts/index.ts";
import { routes as channels } from "../api/channels/index.ts";
import { routes as chats } from "../api/chats/index.ts";
import { routes as contacts } from "../api/contacts/index.ts";
import { routes as groups } from "../api/groups/index.ts";
import { routes as instances } from "../api/instances/index.ts";
import { routes as labels } from "../api/labels/index.ts";
import { routes as messages } from "../api/messages/index.ts";
import { routes as otps } from "../api/otps/index.ts";
import { routes as profile } from "../api/profile/index.ts";
import { routes as statuses } from "../api/statuses/index.ts";
import { routes as webhook } from "../api/webhook/index.ts";
import { ownDeps } from "../own-deps.ts";
import { keysPart } from "../parts/keys-part.ts";
import { mediaPart } from "../parts/media-part.ts";
import { tablePart } from "../parts/table-part.ts";
import { vaultPart } from "../parts/vault-part.ts";
import { wakeupsPart } from "../parts/wakeups-part.ts";
import { routes as me } from "./me/index.ts";
import { panelResource } from "./panel-resource.ts";

/** The panel's own routes. */
export const ownRoutes = [...me];

/** Routes of the interface that the panel serves, too. */
export const mountedRoutes = [
  ...instances,
  ...profile,
  ...contacts,
  ...labels,
  ...groups,
  ...channels,
  ...statuses,
  ...messages,
  ...chats,
  ...broadcasts,
  ...answers,
  ...otps,
  ...webhook,
  ...activity,
].filter(({ id }) => MOUNTED_ROUTES[id] !== null);

/** Parts of the panel's function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart, vaultPart, wakeupsPart, mediaPart];

/** The panel's function. */
export const handler = panelResource(ownRoutes, mountedRoutes, ownDeps(parts));

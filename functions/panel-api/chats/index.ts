import { routes as channels } from "../../api/channels/index.ts";
import { routes as chats } from "../../api/chats/index.ts";
import { pageRoutes as contacts } from "../../api/contacts/page-routes.ts";
import { routes as groups } from "../../api/groups/index.ts";
import { routes as labels } from "../../api/labels/index.ts";
import { routes as messages } from "../../api/messages/index.ts";
import { routes as statuses } from "../../api/statuses/index.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { panelResource } from "../panel-resource.ts";
import { routes as drafts } from "./drafts.ts";
import { routes as linkPreview } from "./link-preview.ts";
import { routes as live } from "./live.ts";
import { routes as news } from "./news.ts";
import { routes as uploads } from "./uploads.ts";

/** Public API routes used by the panel's pages for chats, contacts, and groups. */
export const mounted = [...messages, ...chats, ...contacts, ...labels, ...groups, ...channels, ...statuses];

/** The panel's own routes for updates, uploads, and drafts. */
export const own = [...live, ...news, ...uploads, ...linkPreview, ...drafts];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** The Lambda handler for the panel's chats, including the route that open pages poll continuously. */
export const handler = panelResource(own, mounted, ownDeps(parts));

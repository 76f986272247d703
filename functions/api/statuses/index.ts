import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { deleteStatus } from "./delete-status.ts";
import { getStatus } from "./get-status.ts";
import { listStatuses } from "./list-statuses.ts";
import { postStatus } from "./post-status.ts";

/** The routes of statuses, for their function and for the OpenAPI document. */
export const routes = [listStatuses, postStatus, getStatus, deleteStatus];

/** Parts of their function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** Their function. */
export const handler = resource(routes, ownDeps(parts));

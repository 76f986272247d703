import { STATUSES_ROUTES } from "../../../core/contracts/route-tables.ts";
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

/** The routes for statuses, used by the Lambda function and the OpenAPI document. */
export const routes = [listStatuses, postStatus, getStatus, deleteStatus];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** The Lambda handler for these routes. */
export const handler = resource(STATUSES_ROUTES, routes, ownDeps(parts));

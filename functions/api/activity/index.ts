import { ACTIVITY_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { resource } from "../resource.ts";
import { listActivity } from "./list-activity.ts";

/** The route for the activity log, used by the Lambda function and the OpenAPI document. */
export const routes = [listActivity];

/** The parts this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart];

/** The Lambda handler for this route. */
export const handler = resource(ACTIVITY_ROUTES, routes, ownDeps(parts));

import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { resource } from "../resource.ts";
import { listActivity } from "./list-activity.ts";

/** The route of the activity log, used by its function and by the OpenAPI document. */
export const routes = [listActivity];

/** The parts that the function of this route uses. lib/wiring.ts grants their rights. */
export const parts = [tablePart, keysPart];

/** The Lambda handler for this route. */
export const handler = resource(routes, ownDeps(parts));

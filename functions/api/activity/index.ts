import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { resource } from "../resource.ts";
import { listActivity } from "./list-activity.ts";

/** The route of the activity log, for its function and for the OpenAPI document. */
export const routes = [listActivity];

/** Parts of its function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart];

/** Its function. */
export const handler = resource(routes, ownDeps(parts));

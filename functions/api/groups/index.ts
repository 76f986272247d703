import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { getGroup } from "./get-group.ts";
import { listGroups } from "./list-groups.ts";

/** The routes of groups, for their function and for the OpenAPI document. */
export const routes = [listGroups, getGroup];

/** Parts of their function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** Their function. */
export const handler = resource(routes, ownDeps(parts));

import { PROFILE_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { getProfile } from "./get-profile.ts";
import { updateProfile } from "./update-profile.ts";

/** The routes for the profile of a linked number, used by the Lambda function and the OpenAPI document. */
export const routes = [getProfile, updateProfile];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** The Lambda handler for these routes. */
export const handler = resource(PROFILE_ROUTES, routes, ownDeps(parts));

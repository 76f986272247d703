import { BROADCASTS_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { cancelBroadcast } from "./cancel-broadcast.ts";
import { changeBroadcast } from "./change-broadcast.ts";
import { createBroadcast } from "./create-broadcast.ts";
import { getBroadcast } from "./get-broadcast.ts";
import { listBroadcasts } from "./list-broadcasts.ts";
import { listRecipients } from "./list-recipients.ts";
import { pauseBroadcast } from "./pause-broadcast.ts";
import { resumeBroadcast } from "./resume-broadcast.ts";
import { startBroadcast } from "./start-broadcast.ts";

/** The routes for broadcasts, used by the Lambda function and the OpenAPI document. */
export const routes = [
  listBroadcasts,
  createBroadcast,
  getBroadcast,
  changeBroadcast,
  cancelBroadcast,
  listRecipients,
  startBroadcast,
  pauseBroadcast,
  resumeBroadcast,
];

/** The parts this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** The Lambda handler for these routes. */
export const handler = resource(BROADCASTS_ROUTES, routes, ownDeps(parts));

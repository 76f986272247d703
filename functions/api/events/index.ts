import { EVENTS_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { resource } from "../resource.ts";
import { createStreamTicket } from "./create-stream-ticket.ts";
import { listEvents } from "./list-events.ts";

/** The routes for events, used by the Lambda function and the OpenAPI document. */
export const routes = [listEvents, createStreamTicket];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart];

/** The Lambda handler for these routes. */
export const handler = resource(EVENTS_ROUTES, routes, ownDeps(parts));

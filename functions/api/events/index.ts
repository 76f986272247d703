import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { resource } from "../resource.ts";
import { createStreamTicket } from "./create-stream-ticket.ts";
import { listEvents } from "./list-events.ts";

/** The routes of events, for their function and for the OpenAPI document. */
export const routes = [listEvents, createStreamTicket];

/** Parts of their function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart];

/** Their function. */
export const handler = resource(routes, ownDeps(parts));

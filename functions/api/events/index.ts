import { resource } from "../route.ts";
import { listEvents } from "./list-events.ts";

/** The routes of events, for their function and for the OpenAPI document. */
export const routes = [listEvents];

/** Their function. */
export const handler = resource(routes);

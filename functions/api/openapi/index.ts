import { routes as events } from "../events/index.ts";
import { routes as instances } from "../instances/index.ts";
import { routes as messages } from "../messages/index.ts";
import { resource } from "../route.ts";
import { routes as webhook } from "../webhook/index.ts";
import { getOpenApi } from "./get-openapi.ts";

/** The route of the document itself; it describes the routes of every other resource too. */
export const routes = [getOpenApi([...instances, ...messages, ...webhook, ...events])];

/** Its function. */
export const handler = resource(routes);

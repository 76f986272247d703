import { ownDeps } from "../../own-deps.ts";
import { resource } from "../resource.ts";
import { getOpenApi } from "./get-openapi.ts";

/** The route of the document itself. */
export const routes = [getOpenApi()];

/** Its function. */
export const handler = resource(routes, ownDeps([]));

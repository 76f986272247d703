import { OPENAPI_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { resource } from "../resource.ts";
import { getOpenApi } from "./get-openapi.ts";

/** The route of the OpenAPI document itself. */
export const routes = [getOpenApi()];

/** The Lambda handler for this route. */
export const handler = resource(OPENAPI_ROUTES, routes, ownDeps([]));

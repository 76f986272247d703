import { FILES_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { filesPart } from "../../parts/files-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { resource } from "../resource.ts";
import { getFile } from "./get-file.ts";

/** The route for file links, used by the Lambda function and the OpenAPI document. */
export const routes = [getFile];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, filesPart];

/** The Lambda handler for this route. */
export const handler = resource(FILES_ROUTES, routes, ownDeps(parts));

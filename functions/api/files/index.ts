import { ownDeps } from "../../own-deps.ts";
import { filesPart } from "../../parts/files-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { resource } from "../resource.ts";
import { getFile } from "./get-file.ts";

/** The route of file links, used by its function and by the OpenAPI document. */
export const routes = [getFile];

/** The parts that the function of this route uses. lib/wiring.ts grants their rights. */
export const parts = [tablePart, filesPart];

/** The Lambda handler for this route. */
export const handler = resource(routes, ownDeps(parts));

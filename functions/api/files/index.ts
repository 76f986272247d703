import { ownDeps } from "../../own-deps.ts";
import { filesPart } from "../../parts/files-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { resource } from "../resource.ts";
import { getFile } from "./get-file.ts";

/** The route of links to files, for its function and for the OpenAPI document. */
export const routes = [getFile];

/** Parts of its function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, filesPart];

/** Its function. */
export const handler = resource(routes, ownDeps(parts));

import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mailPart } from "../../parts/mail-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { panelResource } from "../panel-resource.ts";
import { routes } from "./routes.ts";

/** The panel's own routes on an account, its people and its invitations, which are mailed. */
export const own = routes;

/** Parts of the function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart, mailPart];

/** The panel's function for teams. */
export const handler = panelResource(own, [], ownDeps(parts));

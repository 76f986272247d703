import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mailPart } from "../../parts/mail-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { panelResource } from "../panel-resource.ts";
import { routes } from "./routes.ts";

/** The panel's own routes for an account, its members, and its invitations, which are sent by email. */
export const own = routes;

/** The parts that the function uses. lib/wiring.ts grants their rights. */
export const parts = [tablePart, keysPart, mailPart];

/** The Lambda handler for the panel's team routes. */
export const handler = panelResource(own, [], ownDeps(parts));

import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mailPart } from "../../parts/mail-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { panelResource } from "../panel-resource.ts";
import { routes } from "./routes.ts";

/** The panel's own routes for an account, its members, and its email invitations. */
export const own = routes;

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, mailPart];

/** The Lambda handler for the panel's team routes. */
export const handler = panelResource(own, [], ownDeps(parts));

import { routes as answers } from "../../api/answers/index.ts";
import { routes as broadcasts } from "../../api/broadcasts/index.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { vaultPart } from "../../parts/vault-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { panelResource } from "../panel-resource.ts";

/** Public API routes for sending to many people in one request and for answering automatically. */
export const mounted = [...broadcasts, ...answers];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, vaultPart, wakeupsPart, mediaPart];

/** The Lambda handler for the panel's broadcasts and automatic answers. */
export const handler = panelResource([], mounted, ownDeps(parts));

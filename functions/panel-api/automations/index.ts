import { routes as answers } from "../../api/answers/index.ts";
import { routes as broadcasts } from "../../api/broadcasts/index.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { vaultPart } from "../../parts/vault-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { panelResource } from "../panel-resource.ts";

/** API routes that send much at once, or without a person. */
export const mounted = [...broadcasts, ...answers];

/** Parts of the function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart, vaultPart, wakeupsPart, mediaPart];

/** The panel's function for broadcasts and answers. */
export const handler = panelResource([], mounted, ownDeps(parts));

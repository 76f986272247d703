import { LABELS_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { createLabel } from "./create-label.ts";
import { deleteLabel } from "./delete-label.ts";
import { listLabelChats } from "./list-label-chats.ts";
import { listLabels } from "./list-labels.ts";
import { updateLabel } from "./update-label.ts";

/** The routes for an instance's labels, used by the Lambda function and the OpenAPI document. */
export const routes = [listLabels, createLabel, updateLabel, deleteLabel, listLabelChats];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart];

/** The Lambda handler for these routes. */
export const handler = resource(LABELS_ROUTES, routes, ownDeps(parts));

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

/** The routes of an instance's labels, for their function and for the OpenAPI document. */
export const routes = [listLabels, createLabel, updateLabel, deleteLabel, listLabelChats];

/** Parts of their function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart, wakeupsPart];

/** Their function. */
export const handler = resource(routes, ownDeps(parts));

import { CHATS_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { linksPart } from "../../parts/links-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { changeChat } from "./change-chat.ts";
import { deleteChat } from "./delete-chat.ts";
import { getChat } from "./get-chat.ts";
import { listChats } from "./list-chats.ts";
import { listMembers } from "./list-members.ts";
import { routes as notes } from "./notes.ts";
import { readChat } from "./read-chat.ts";
import { readHistory } from "./read-history.ts";
import { setLabels } from "./set-labels.ts";
import { showTyping } from "./show-typing.ts";

/** The routes for chats, used by the Lambda function and the OpenAPI document. */
export const routes = [
  listChats,
  getChat,
  readHistory,
  changeChat,
  deleteChat,
  readChat,
  showTyping,
  setLabels,
  ...notes,
  listMembers,
];

/** The parts this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, linksPart];

/** The Lambda handler for these routes. */
export const handler = resource(CHATS_ROUTES, routes, ownDeps(parts));

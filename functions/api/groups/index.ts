import { GROUPS_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { changeGroup } from "./change-group.ts";
import { createGroup } from "./create-group.ts";
import { getGroup } from "./get-group.ts";
import { getGroupInvite, revokeGroupInvite } from "./group-invite.ts";
import { addMembers, demoteMembers, promoteMembers, removeMembers } from "./group-members.ts";
import { joinGroup } from "./join-group.ts";
import { approveRequests, listRequests, rejectRequests } from "./join-requests.ts";
import { leaveGroup } from "./leave-group.ts";
import { listGroups } from "./list-groups.ts";
import { previewGroup } from "./preview-group.ts";

/** The routes for groups, used by the Lambda function and the OpenAPI document. */
export const routes = [
  listGroups,
  getGroup,
  createGroup,
  changeGroup,
  addMembers,
  removeMembers,
  promoteMembers,
  demoteMembers,
  getGroupInvite,
  revokeGroupInvite,
  previewGroup,
  joinGroup,
  leaveGroup,
  listRequests,
  approveRequests,
  rejectRequests,
];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** The Lambda handler for these routes. */
export const handler = resource(GROUPS_ROUTES, routes, ownDeps(parts));

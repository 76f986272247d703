import { takenSeconds } from "../../inbound/bounds/numbers.ts";
import { takenTime } from "../../inbound/bounds/times.ts";
import { memberOf, readMember } from "../../inbound/group-node.ts";
import { ownRole } from "../../inbound/own-member.ts";
import { peopleOf } from "../../inbound/people.ts";
import type { GroupSide, JoinRequest } from "../group-side.ts";
import { ALL_GROUPS } from "./ask-group.ts";
import { answerPart, groupIn, inviteCode } from "./group-answers.ts";
import type { GroupParts } from "./group-parts.ts";
import { listGroups } from "./list-groups.ts";

type Questions = Pick<
  GroupSide,
  "listGroups" | "readGroup" | "readInvite" | "previewInvite" | "readRequests" | "ownRole"
>;

const INVITE = "a group's invite link";
const PREVIEW = "the group of an invite link";
const REQUESTS = "who asks to join a group";

/** Creates the read-only group queries. */
export function groupQuestions(parts: GroupParts): Questions {
  const { ask, now, readGroup, store } = parts;
  return {
    listGroups: (isRead) => listGroups({ ask, now, readGroup, isRead }),
    readGroup,

    async readInvite(group) {
      const content = { tag: "invite", attrs: {} };
      return inviteCode(await ask({ what: INVITE, type: "get", to: group, content }), INVITE);
    },

    async previewInvite(code) {
      const content = { tag: "invite", attrs: { code } };
      return groupIn(await ask({ what: PREVIEW, type: "get", to: ALL_GROUPS, content }), PREVIEW, now());
    },

    async readRequests(group) {
      const content = { tag: "membership_approval_requests", attrs: {} };
      const answer = await ask({ what: REQUESTS, type: "get", to: group, content });
      return answerPart(answer, content.tag, REQUESTS).parts.flatMap((part): JoinRequest[] => {
        const member = part.tag === "membership_approval_request" ? readMember(part) : null;
        if (!member) return [];
        const seconds = takenSeconds(part.attrs.request_time);
        const requested_at = takenTime(seconds === null ? null : seconds * 1000, now());
        const { id, phone } = memberOf(member);
        return [{ id, phone, requested_at }];
      });
    },

    ownRole: (members) => ownRole(members, peopleOf(store)),
  };
}

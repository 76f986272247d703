import { type BinaryNode, generateMessageIDV2 } from "@whiskeysockets/baileys";
import { type ForeignNode, foreignNode, partOf } from "../../inbound/bounds/node.ts";
import { takenGroup } from "../../inbound/group-node.ts";
import { AnswerUnknown } from "../../shared/known-answer.ts";
import type { GroupSide } from "../group-side.ts";
import { ALL_GROUPS } from "./ask-group.ts";
import { changePicture } from "./change-picture.ts";
import { groupIn, inviteCode } from "./group-answers.ts";
import type { GroupParts } from "./group-parts.ts";
import { memberAnswers } from "./member-answers.ts";
import { asNewcomer, namedPeople } from "./named-people.ts";
import { newSettingNodes, settingNode } from "./setting-nodes.ts";

type Orders = Pick<
  GroupSide,
  | "createGroup"
  | "changeSubject"
  | "changeDescription"
  | "changeSetting"
  | "changePicture"
  | "revokeInvite"
  | "joinByInvite"
  | "leaveGroup"
>;

const CREATE = "a new group";
const REVOKE = "a new invite link of a group";
const JOIN = "joining a group";

/** Creates the functions that change a group as a whole. */
export function groupOrders(parts: GroupParts): Orders {
  const { sock, ask, now, monotonicMs, watch } = parts;
  const newId = () => generateMessageIDV2(sock.authState.creds.me?.id);
  /** Sends a request that changes a group. Whatever the result, the group's member list is loaded again afterwards. */
  async function order(what: string, group: string, content: BinaryNode): Promise<BinaryNode> {
    const done = ask({ what, type: "set", to: group, content });
    return done.finally(() => watch.noteGroupChange(group, false));
  }
  return {
    async createGroup({ key, subject, description, settings, people }) {
      const named = await namedPeople(sock, people, monotonicMs);
      const content = [
        ...(await Promise.all(named.map((person) => asNewcomer(sock, person, now())))),
        ...(description === null ? [] : [descriptionNode(newId(), description)]),
        ...newSettingNodes(settings),
      ];
      const create = { tag: "create", attrs: { subject, key }, content };
      let told: ForeignNode | undefined;
      const group = await watch.readNow(async () => {
        const answer = await ask({ what: CREATE, type: "set", to: ALL_GROUPS, content: create });
        told = partOf(foreignNode(answer), "group");
        return groupIn(answer, CREATE, now());
      });
      return { group, answers: told ? memberAnswers(told, named) : [] };
    },

    async changeSubject(group, subject) {
      await order("a group's subject", group, { tag: "subject", attrs: {}, content: Buffer.from(subject) });
    },

    async changeDescription(group, before, text) {
      const prev: BinaryNode["attrs"] = before === null || before === "" ? {} : { prev: before };
      const id = newId();
      const node = text === null ? { tag: "description", attrs: { id, delete: "true" } } : descriptionNode(id, text);
      await order("a group's description", group, { ...node, attrs: { ...node.attrs, ...prev } });
      return text === null ? null : id;
    },

    async changeSetting(group, change) {
      await order("a group's settings", group, settingNode(change));
    },

    changePicture: (group, jpeg) => changePicture(parts, group, jpeg),

    async revokeInvite(group) {
      return inviteCode(await order(REVOKE, group, { tag: "invite", attrs: {} }), REVOKE);
    },

    async joinByInvite(code) {
      const content = { tag: "invite", attrs: { code } };
      const answer = foreignNode(await ask({ what: JOIN, type: "set", to: ALL_GROUPS, content }));
      const joined = takenGroup(partOf(answer, "group")?.attrs.jid);
      const asked = takenGroup(partOf(answer, "membership_approval_request")?.attrs.jid);
      const group = joined ?? asked;
      if (group === null) throw new AnswerUnknown(JOIN);
      watch.noteGroupChange(group, false);
      return { group, requested: joined === null };
    },

    async leaveGroup(group) {
      const content = { tag: "leave", attrs: {}, content: [{ tag: "group", attrs: { id: group } }] };
      await ask({ what: "leaving a group", type: "set", to: ALL_GROUPS, content });
      watch.noteGroupChange(group, true);
    },
  };
}

const descriptionNode = (id: string, text: string): BinaryNode => ({
  tag: "description",
  attrs: { id },
  content: [{ tag: "body", attrs: {}, content: Buffer.from(text) }],
});

import type { BinaryNode } from "@whiskeysockets/baileys";
import { partOf } from "../../inbound/bounds/node.ts";
import type { GroupSide, MemberAnswer } from "../group-side.ts";
import { answerPart } from "./group-answers.ts";
import type { GroupParts } from "./group-parts.ts";
import { memberAnswers } from "./member-answers.ts";
import { asMember, asNewcomer, namedPeople, type QueriedPerson } from "./named-people.ts";

const MEMBERS = "a change of a group's members";
const REQUESTS = "an answer to people who ask to join";

/** Creates the functions that change a group's members and answer requests to join. */
export function memberOrders(parts: GroupParts): Pick<GroupSide, "changeMembers" | "answerRequests"> {
  const { sock, ask, now, monotonicMs, watch } = parts;

  /**
   * Returns the nodes for these people, using the kind of id that the group uses. The group is queried only if that
   * makes a difference.
   */
  async function members(group: string, people: QueriedPerson[]): Promise<BinaryNode[]> {
    const differs = people.some(({ person, jid, phone }) => jid !== person && phone !== null && phone !== jid);
    const privateIds = differs ? (await parts.readGroup(group)).private_ids : true;
    return people.map((person) => asMember(person, privateIds));
  }

  return {
    async changeMembers(group, deed, people): Promise<MemberAnswer[]> {
      const named = await namedPeople(sock, people, monotonicMs);
      const content =
        deed === "add"
          ? await Promise.all(named.map((person) => asNewcomer(sock, person, now())))
          : await members(group, named);
      const order = { what: MEMBERS, type: "set", to: group, content: { tag: deed, attrs: {}, content } } as const;
      const answer = await ask(order).finally(() => watch.noteGroupChange(group, deed === "remove"));
      return memberAnswers(answerPart(answer, deed, MEMBERS), named);
    },

    async answerRequests(group, answer, people) {
      const named = await namedPeople(sock, people, monotonicMs);
      const action = { tag: answer, attrs: {}, content: await members(group, named) };
      const content = { tag: "membership_requests_action", attrs: {}, content: [action] };
      const told = await ask({ what: REQUESTS, type: "set", to: group, content }).finally(() =>
        watch.noteGroupChange(group, false),
      );
      const part = partOf(answerPart(told, content.tag, REQUESTS), answer);
      return memberAnswers(part ?? { tag: answer, attrs: {}, parts: [], text: null }, named);
    },
  };
}

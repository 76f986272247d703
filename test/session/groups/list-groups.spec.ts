import { setImmediate as nextTurn } from "node:timers/promises";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import type { NetworkGroup } from "../../../core/domain/groups/group.ts";
import { listGroups } from "../../../session-service/baileys/queries/groups/list-groups.ts";
import { NetworkRefusal } from "../../../session-service/baileys/shared/network-refusals.ts";
import { networkGroup } from "../../support/told-groups.ts";

const NOW = new Date("2026-11-20T09:30:00Z");
const idOf = (n: number) => `1203630200000${10_000 + n}@g.us`;

/**
 * Creates a network with `groups` groups of `members` members each. Records the number of members in its largest
 * answer.
 */
function networkOf(groups: number, members: number) {
  const answers: number[] = [];
  const node = (n: number, told: number): BinaryNode => ({
    tag: "group",
    attrs: { id: idOf(n), subject: `Group ${n}`, size: String(members) },
    content: Array.from({ length: told }, (_, at) => ({ tag: "participant", attrs: { jid: `${at + 1}@lid` } })),
  });
  const side = {
    now: () => NOW,
    isRead: (_group: string): boolean => false,
    ask: async ({ content }: { content: BinaryNode }): Promise<BinaryNode> => {
      const wishes = Array.isArray(content.content) ? content.content.map(({ tag }) => tag) : [];
      const told = wishes.includes("participants") ? members : 0;
      answers.push(told * groups);
      const list = Array.from({ length: groups }, (_, n) => node(n, told));
      return { tag: "iq", attrs: {}, content: [{ tag: "groups", attrs: {}, content: list }] };
    },
    readGroup: async (id: string): Promise<NetworkGroup> => {
      answers.push(members);
      if (id === idOf(7)) throw new NetworkRefusal(403, "a group");
      return networkGroup({ id, size: members });
    },
  };
  return { side, answers };
}

describe("the list of all groups", () => {
  it("of few people is asked for in one, and others get their turn between two groups", async () => {
    const { side, answers } = networkOf(20, 1_000);
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await nextTurn();
        turns++;
      }
    })();
    const found: NetworkGroup[] = [];
    for await (const group of listGroups(side, 0)) found.push(group);
    isOver = true;
    await others;

    expect(found.map(({ id, members }) => [id, members.length])).toEqual(
      Array.from({ length: 20 }, (_, n) => [idOf(n), 1_000]),
    );
    expect(answers).toEqual([0, 20_000]);
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it("of 200 groups with 1,000 members each never comes in one piece; one that was left meanwhile is left out", async () => {
    const { side, answers } = networkOf(200, 1_000);
    const found: string[] = [];
    for await (const { id } of listGroups(side, 0)) found.push(id);
    expect(found).toEqual(Array.from({ length: 200 }, (_, n) => idOf(n)).filter((id) => id !== idOf(7)));
    expect(Math.max(...answers)).toBe(1_000);
  });

  it("leaves out what was read before, when it is read group by group, and goes no further behind a refusal", async () => {
    const { side, answers } = networkOf(30, 1_000);
    side.isRead = (id) => id !== idOf(3) && id !== idOf(4);
    const found: string[] = [];
    for await (const { id } of listGroups(side, 0)) found.push(id);
    expect(found).toEqual([idOf(3), idOf(4)]);
    expect(answers).toEqual([0, 1_000, 1_000]);

    side.readGroup = () => Promise.reject(new NetworkRefusal(429, "a group"));
    await expect(listGroups(side, 0).next()).rejects.toMatchObject({ code: 429 });
  });

  it("that holds no list at all is no empty one", async () => {
    const { side } = networkOf(1, 1);
    side.ask = async () => ({ tag: "iq", attrs: {} });
    await expect(listGroups(side, 0).next()).rejects.toMatchObject({ name: "AnswerUnknown" });
    side.ask = async () => ({ tag: "iq", attrs: {}, content: [{ tag: "groups", attrs: {} }] });
    expect(await listGroups(side, 0).next()).toEqual({ done: true, value: undefined });
  });
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { askAboutGroups, childrenOf, tag } from "./support/ask-about-groups.ts";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, OLGA, type Stage, setStage } from "./support/stage.ts";

let stage: Stage;
let client: BaileysClient;
beforeAll(async () => {
  stage = await setStage();
  client = stage.newClient();
});
afterAll(() => stage.tearDown());

const GROUPS = 20;

it("a number is in many groups of a thousand; the list of them comes in one frame, with or without members", async () => {
  const { chat_ids } = await stage.sandbox.request<{ chat_ids: string[] }>("POST", "/groups/many", {
    subject: "Crowd",
    owner: ANA,
    participants: [OLGA],
    groups: GROUPS,
    crowd: 998,
  });
  expect(new Set(chat_ids).size).toBe(GROUPS);
  await client.link(stage.sandbox, OLGA);

  const wish = tag("participating", {}, [tag("participants"), tag("description")]);
  const [groups] = await askAboutGroups(client, "get", "@g.us", wish);
  const listed = childrenOf(groups);
  expect(listed).toHaveLength(GROUPS);
  for (const group of listed) {
    expect(group.attrs.size).toBe("1000");
    expect(childrenOf(group, "participant")).toHaveLength(1000);
  }
  const [heads] = await askAboutGroups(client, "get", "@g.us", tag("participating"));
  expect(childrenOf(heads).map(({ attrs }) => attrs.size)).toEqual(Array.from({ length: GROUPS }, () => "1000"));
  expect(childrenOf(childrenOf(heads)[0], "participant")).toEqual([]);
});

it("a message to hundreds of members reaches those whose phones are on", async () => {
  const { chat_id } = await stage.sandbox.newGroup({ subject: "Loud", owner: OLGA, participants: [ANA], crowd: 200 });
  const id = await client.text(chat_id, "Hello, everybody");
  expect((await stage.sandbox.messages(ANA, chat_id)).find((message) => message.id === id)?.text).toBe(
    "Hello, everybody",
  );
});

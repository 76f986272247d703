import { beforeAll, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { apiWorld } from "../api-world.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "../linked-world.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

const [SHORT, LONG] = ["551187654321", "5511987654321"];
/** A Brazilian number without its country code. It is as long as a North American number. */
const IMPOSSIBLE = "11970000051";

let linked: LinkedWorld;
let world: PanelWorld;
let mel: SignedIn;
beforeAll(async () => {
  linked = await linkedWorld();
  world = panelWorld({ ...apiWorld(linked.table), deps: linked.deps });
  mel = await world.signedIn(linked.account, "member");
  await linked.receive({ phone: SHORT, person: SHORT, chat_id: `${SHORT}@s.whatsapp.net`, contact_name: "Ana" });
});

const find = (phone: string) =>
  world.panel("GET", `/instances/${linked.instance}/new-chat?phone=${encodeURIComponent(phone)}`, mel);

describe("the number that somebody wants to write to from the panel", () => {
  it("leads to the chat with its person, by either form", async () => {
    for (const phone of [SHORT, LONG]) expect(dataOf(await find(phone))).toEqual({ chat: SHORT });
  });

  it("leads to an empty chat when nobody is known by it", async () => {
    expect(dataOf(await find("201012345678"))).toEqual({ chat: "201012345678" });
  });

  it("that cannot exist is refused in the words with which the send refuses it", async () => {
    const sent = await linked.ask("POST", "/v1/messages", { instance_id: linked.instance, to: IMPOSSIBLE, text: "Hi" });

    const answer = await find(IMPOSSIBLE);

    expect([answer.status, sent.status]).toEqual([422, 422]);
    expect((answer.body.errors as { phone: string[] }).phone).toEqual((sent.body.errors as { to: string[] }).to);
    expect(JSON.stringify(answer.body.errors)).toContain("Is the country code 55 missing?");
  });

  it("is never judged when the network has named it: its chat is there", async () => {
    await linked.table.write({ put: { ...keys.person(linked.instance, IMPOSSIBLE), name: "Known" } });

    expect(dataOf(await find(IMPOSSIBLE))).toEqual({ chat: IMPOSSIBLE });
  });
});

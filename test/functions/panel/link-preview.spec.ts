import { beforeAll, describe, expect, it } from "vitest";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import type { CommandAnswer } from "../../../core/records/command.ts";
import { keys } from "../../../core/store/keys.ts";
import { apiWorld } from "../api-world.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "../linked-world.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

const LINK = "https://shop.example/roses?color=red";
const MADE = { title: "Roses", description: "Red ones", picture: "/9j/" };
const HOUR_MS = 3_600_000;

let linked: LinkedWorld;
let world: PanelWorld;
let mel: SignedIn;
beforeAll(async () => {
  linked = await linkedWorld();
  world = panelWorld({ ...apiWorld(linked.table), deps: linked.deps });
  mel = await world.signedIn(linked.account, "member");
});

const ask = (who: SignedIn, link: unknown = LINK, instance = linked.instance) =>
  world.panel("POST", "/link-preview", { ...who, body: { instance_id: instance, link } });

/** Sends a request while a session responds to every command in the same way. */
async function answered(answer: CommandAnswer, who = mel) {
  linked.commands.length = 0;
  return linked.withSession(
    async () => answer,
    () => ask(who),
  );
}

describe("the preview of a link before it is sent", () => {
  it("is made by the number's session and shown with its picture", async () => {
    const answer = await answered({ ok: true, result: { preview: MADE } });

    expect(dataOf(answer)).toEqual({ preview: { ...MADE, picture: "data:image/jpeg;base64,/9j/" } });
    expect(linked.commands).toEqual([{ kind: "preview_link", link: LINK }]);
  });

  it("is null if the page gives none", async () => {
    expect(dataOf(await answered({ ok: true, result: { preview: null } }))).toEqual({ preview: null });
  });

  it.each(["ftp://shop.example/", "shop.example", "Look: https://shop.example/", "https://shop.example/.", 5, null])(
    "is of one link alone, not of %j",
    async (link) => {
      expect((await ask(mel, link)).status).toBe(422);
    },
  );

  it("is for those who may send, from numbers of their own account", async () => {
    const viewer = await world.signedIn(linked.account, "viewer");
    const stranger = await world.signedIn(await world.account(), "admin");

    expect((await ask(viewer)).body.code).toBe("role_not_allowed");
    expect((await ask(stranger)).body.code).toBe("instance_not_found");
  });

  it("costs nothing while the number is not connected", async () => {
    const place = keys.instance(linked.instance);
    await linked.table.write({ update: place, set: { status: "starting" } });
    for (let asked = 0; asked <= PANEL_LIMITS.linkPreviewsPerHour; asked++)
      expect((await ask(mel)).body.code).toBe("not_connected");
    await linked.table.write({ update: place, set: { status: "working" } });
  });

  it("is refused to a person who asked for too many within an hour, and to nobody else", async () => {
    const max = await world.signedIn(linked.account, "member");
    const none = { ok: true, result: { preview: null } } as const;
    await linked.withSession(
      async () => none,
      async () => {
        for (let asked = 0; asked < PANEL_LIMITS.linkPreviewsPerHour; asked++)
          expect((await ask(max)).status).toBe(200);
      },
    );

    const refused = await ask(max);

    expect([refused.status, refused.body.code]).toEqual([429, "limit_reached"]);
    expect((await answered(none)).status).toBe(200);
    linked.clock.moveTo(new Date(linked.clock.now().getTime() + HOUR_MS));
    expect((await answered(none, max)).status).toBe(200);
  });
});

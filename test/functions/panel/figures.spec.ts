import { beforeEach, describe, expect, it } from "vitest";
import type { Figures } from "../../../core/contracts/panel/figures.ts";
import { writeFigures } from "../../../core/operations/figures/count-figures.ts";
import { apiWorld } from "../api-world.ts";
import { linkedWorld, TO } from "../linked-world.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

const HOUR_MS = 3_600_000;

let linked: Awaited<ReturnType<typeof linkedWorld>>;
let world: PanelWorld;
let ana: SignedIn;

beforeEach(async () => {
  linked = await linkedWorld();
  world = panelWorld({ ...apiWorld(linked.table), deps: linked.deps, clock: linked.clock });
  ana = await world.signedIn(linked.account, "member");
});

const day = (plus = 0) => new Date(world.clock.now().getTime() + plus * 24 * HOUR_MS).toISOString().slice(0, 10);
const pass = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const ask = (query: string, who = ana) => world.panel("GET", `/figures?${query}`, who);
const figures = async (query = `from=${day(-1)}&to=${day(1)}`) => {
  await writeFigures(linked.sessionDeps, linked.instance);
  const { status, body } = await ask(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as Figures;
};
const close = (closed: boolean) =>
  world.panel("PATCH", `/v1/instances/${linked.instance}/chats/${TO}`, { ...ana, body: { closed } });

describe("the figures of a team", () => {
  it("have what came and went by day and hour, by number and by member", async () => {
    await linked.receive();
    pass(3 * HOUR_MS);
    const body = { instance_id: linked.instance, to: TO, text: "Yes" };
    const sent = await world.panel("POST", "/v1/messages", { ...ana, body });
    await linked.relay((sent.body.data as { id: string }).id);

    const found = await figures();

    const of = { count: 1, seconds: expect.closeTo(3 * 3_600, -1), classes: [0, 0, 0, 1, 0, 0] };
    expect(found.days).toHaveLength(3);
    expect(found.days.reduce((sum, one) => sum + one.received * 10 + one.sent, 0)).toBe(11);
    expect(found.hours.reduce((sum, one) => sum + one.received * 10 + one.sent, 0)).toBe(11);
    expect(found.answers).toEqual(of);
    expect(found.numbers).toMatchObject([{ instance_id: linked.instance, received: 1, sent: 1, answers: of }]);
    expect(found.people).toMatchObject([{ user_id: ana.user, sent: 1, answers: of }]);
    expect(found.is_cut).toBe(false);
  });

  it("count a case from its first message to its close once, and the next one from the next message", async () => {
    await linked.receive();
    pass(HOUR_MS);
    await linked.receive();
    pass(HOUR_MS);
    await Promise.all([close(true), close(true)]);
    expect((await figures()).closes).toEqual({
      count: 1,
      seconds: expect.closeTo(7_200, -1),
      classes: expect.anything(),
    });
    expect((await figures()).people).toMatchObject([{ user_id: ana.user, sent: 0, closes: { count: 1 } }]);

    await close(false);
    await close(true);
    expect((await figures()).closes.count).toBe(1);

    await linked.receive();
    pass(60_000);
    await close(true);
    expect((await figures()).closes).toMatchObject({ count: 2, seconds: expect.closeTo(7_260, -1) });
  });

  it("are the account's own", async () => {
    await linked.receive();
    const theirs = await world.account();
    const stranger = await world.signedIn(theirs, "admin");
    await figures();
    const range = `from=${day(-1)}&to=${day(1)}`;

    expect((await ask(`${range}&instance_id=${linked.instance}`, stranger)).status).toBe(404);
    expect(((await ask(range, stranger)).body.data as Figures).numbers).toEqual([]);
  });

  it.each([
    ["from=2026-11-01", 422],
    ["from=2026-11-31&to=2026-12-01", 422],
    ["from=2026-11-02&to=2026-11-01", 422],
    ["from=2026-01-01&to=2026-12-01", 422],
    ["from=x&to=y", 422],
    ["from=2026-11-01&to=2026-11-01", 200],
  ])("answer to %s with %d", async (query, status) => {
    expect((await ask(query)).status).toBe(status);
  });
});

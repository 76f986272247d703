import { beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "../linked-world.ts";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const path = (label?: number | string) =>
  `/v1/instances/${world.instance}/labels${label === undefined ? "" : `/${label}`}`;
const create = (name: string, color: unknown = 4) => world.ask("POST", path(), { name, color });
const list = async () => (await world.ask("GET", path())).body.data;
const isBusiness = () => world.table.write({ update: keys.labels(world.instance), set: { mirrored: true } });

describe("labels of an instance", () => {
  it("are made with the numbers 1, 2, 3 …, and listed whole", async () => {
    expect(await list()).toEqual([]);

    const made = await create("  New customer ");
    await create("Paid", 19);

    expect(made.status).toBe(201);
    expect(dataOf(made)).toEqual({ id: 1, name: "New customer", color: 4, count: 0, synced: null });
    expect(await list()).toEqual([
      { id: 1, name: "New customer", color: 4, count: 0, synced: null },
      { id: 2, name: "Paid", color: 19, count: 0, synced: null },
    ]);
  });

  it.each([
    ["name", { name: "", color: 1 }],
    ["name", { name: "  ", color: 1 }],
    ["name", { name: "x".repeat(101), color: 1 }],
    ["name", { color: 1 }],
    ["color", { name: "a", color: 20 }],
    ["color", { name: "a", color: -1 }],
    ["color", { name: "a", color: 1.5 }],
    ["color", { name: "a", color: "1" }],
    ["color", { name: "a" }],
  ])("are refused with errors.%s when given %j", async (field, body) => {
    expect(await world.ask("POST", path(), body)).toMatchObject({
      status: 422,
      body: { code: "validation_failed", errors: { [field]: [expect.any(String)] } },
    });
  });

  it("take names of 100 characters of any length in bytes", async () => {
    expect(await create("👍".repeat(100))).toMatchObject({ status: 201 });
  });

  it("change by what is given; the same again changes nothing", async () => {
    await create("New customer");

    const changed = await world.ask("PATCH", path(1), { color: 7 });

    expect(changed).toMatchObject({ status: 200, body: { data: { id: 1, name: "New customer", color: 7 } } });
    const before = world.table.peek(keys.label(world.instance, 1));
    expect(await world.ask("PATCH", path(1), { name: "New customer" })).toMatchObject({ status: 200 });
    expect(world.table.peek(keys.label(world.instance, 1))).toEqual(before);
  });

  it("don't share a name, whatever its case and accents", async () => {
    await create("Café");
    await create("Paid");

    expect(await create("  CAFE ")).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await world.ask("PATCH", path(2), { name: "cafe" })).toMatchObject({ status: 409 });
    expect(await world.ask("PATCH", path(1), { name: "CAFÉ" })).toMatchObject({ status: 200 });
    await world.ask("DELETE", path(1));
    expect(await create("café")).toMatchObject({ status: 201, body: { data: { id: 3 } } });
  });

  it("are gone after DELETE, and their numbers are not given again", async () => {
    await create("New customer");

    expect(await world.ask("DELETE", path(1))).toMatchObject({ status: 204 });

    expect(await list()).toEqual([]);
    expect(await world.ask("DELETE", path(1))).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await world.ask("PATCH", path(1), { color: 1 })).toMatchObject({ status: 404 });
    expect(await create("Paid")).toMatchObject({ body: { data: { id: 2 } } });
  });

  it.each(["0", "nonsense", "1.5", "-1", "01", "1%20", "9999999999"])("don't include %s", async (label) => {
    expect(await world.ask("PATCH", path(label), { color: 1 })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
  });

  it("are at most 100, however the requests race, and each has a number of its own", async () => {
    for (let n = 1; n <= 97; n++) await create(`Label ${n}`);

    const answers = await Promise.all(["a", "b", "c", "d", "e", "f"].map((name) => create(name)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    const made = answers.flatMap(({ status, body }) => (status === 201 ? [(body.data as { id: number }).id] : []));
    expect(made.toSorted((a, b) => a - b)).toEqual([98, 99, 100]);
    await world.ask("DELETE", path(1));
    expect(await create("again")).toMatchObject({ status: 201, body: { data: { id: 101 } } });
  });

  it("get one name once, however the requests race", async () => {
    const answers = await Promise.all([create("VIP"), create("vip"), create("Vip")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it("of a business phone wait for it: synced false, and its owner is woken", async () => {
    await isBusiness();
    world.woken.length = 0;

    expect(await create("VIP")).toMatchObject({ body: { data: { synced: false } } });

    expect(world.woken).toEqual([`INST#${world.instance}#LANE`]);
    await world.table.write({ update: keys.label(world.instance, 1), set: { synced: true } });
    expect(await list()).toMatchObject([{ synced: true }]);
    expect(await world.ask("PATCH", path(1), { color: 5 })).toMatchObject({ body: { data: { synced: false } } });
  });

  it("are written down in the activity log, with the label", async () => {
    await create("VIP");
    await world.ask("PATCH", path(1), { color: 5 });
    await world.ask("DELETE", path(1));

    const { body } = await world.ask("GET", "/v1/activity");
    const lines = (body.data as { action: string; subject: unknown; changed: string[] }[]).map((line) => [
      line.action,
      line.subject,
      line.changed,
    ]);
    expect(lines.slice(0, 3)).toEqual([
      ["label.deleted", "1", []],
      ["label.changed", "1", ["color"]],
      ["label.created", null, ["name", "color"]],
    ]);
  });
});

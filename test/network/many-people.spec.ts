import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANA, OLGA, type Stage, setStage } from "./support/stage.ts";

const PEOPLE = Array.from({ length: 40 }, (_, n) => ({ phone: String(15550003000 + n), name: `Person ${n}` }));

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.tearDown());

const post = (path: string, body: unknown) =>
  stage.sandbox.request<{ data: Record<string, unknown>[] }>("POST", path, body);
const refused = (path: string, body: unknown) =>
  post(path, body).then(
    () => null,
    ({ status, code, message }) => ({ status, code, message }),
  );

describe("many people in one request", () => {
  it("are made from a list, or from `phones`", async () => {
    const [first, ...others] = PEOPLE;
    const one = await post("/phones", [first]);
    const rest = await post("/phones", { phones: others });

    expect(one.data).toMatchObject([first ?? {}]);
    expect(rest.data.map(({ phone }) => phone)).toEqual(others.map(({ phone }) => phone));
    expect(await stage.sandbox.request("GET", `/phones/${PEOPLE.at(-1)?.phone}`)).toMatchObject({ online: true });
  });

  it("are made all or none, and the answer says which was wrong", async () => {
    const known = { phone: OLGA, name: "Olga" };
    const fresh = { phone: "15550004000", name: "Somebody" };

    expect(await refused("/phones", [fresh, known])).toMatchObject({ status: 409, code: "phone_exists" });
    expect(await refused("/phones", [fresh, { phone: "0" }])).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^1\.phone: .*1\.name: /),
    });
    expect(await refused("/phones", { phones: [] })).toMatchObject({ status: 422 });
    await expect(stage.sandbox.request("GET", `/phones/${fresh.phone}`)).rejects.toMatchObject({ status: 404 });
  });

  it("write one text each, and their person sees all of them", async () => {
    const messages = PEOPLE.map(({ phone }) => ({ from: phone, to: ANA, text: `STOP from ${phone}` }));
    const { data } = await post("/messages", { messages });
    const shown = await stage.sandbox.messages(ANA);

    expect(data.map(({ from }) => from)).toEqual(PEOPLE.map(({ phone }) => phone));
    expect(shown.map(({ id }) => id)).toEqual(expect.arrayContaining(data.map(({ id }) => id)));
    expect(shown.filter(({ text }) => text?.startsWith("STOP from"))).toHaveLength(PEOPLE.length);
  });

  it("write all or nothing", async () => {
    const before = (await stage.sandbox.messages(ANA)).length;
    const messages = [
      { from: PEOPLE[0]?.phone, to: ANA, text: "Hi" },
      { from: "15550009999", to: ANA, text: "Hi" },
    ];

    expect(await refused("/messages", { messages })).toMatchObject({ status: 404, code: "phone_not_found" });
    expect(await refused("/messages", { messages: [{ from: ANA, text: "to nobody" }] })).toMatchObject({ status: 422 });
    expect(await stage.sandbox.messages(ANA)).toHaveLength(before);
  });
});

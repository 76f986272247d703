import { beforeEach, describe, expect, it, vi } from "vitest";
import { SAVED_FILE_SCHEME } from "../../../core/contracts/panel/upload-schemes.ts";
import { removeInstanceData } from "../../../core/operations/instances/remove-instance-data.ts";
import { keys } from "../../../core/store/keys.ts";
import { apiWorld } from "../api-world.ts";
import { type LinkedWorld, linkedWorld, TO } from "../linked-world.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

type Json = Record<string, unknown>;
const PATH = "/v1/saved-replies";
const DAY_SEC = 86_400;
const PDF = { mimetype: "application/pdf", filename: "prices.pdf" };
const base64 = (text: string) => Buffer.from(text).toString("base64");

let linked: LinkedWorld;
let world: PanelWorld;
let ana: SignedIn;

beforeEach(async () => {
  linked = await linkedWorld();
  world = panelWorld({ ...apiWorld(linked.table), deps: linked.deps, clock: linked.clock });
  ana = await world.signedIn(linked.account, "member");
});

const ask = (method: string, path: string, body?: Json) => linked.ask(method, path, body);
async function save(body: Json): Promise<Json> {
  const answer = await ask("POST", PATH, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data as Json;
}
const list = async () => (await ask("GET", PATH)).body.data as Json[];
const errorsOf = async (body: Json) => {
  const { status, body: answer } = await ask("POST", PATH, body);
  return [status, answer.errors];
};
const fileOf = (reply: Json) => reply.media as { id: string; url: string };
const files = () => [...linked.media.files.keys()].filter((key) => key.startsWith("MNU/"));
const send = (media: Json, who = ana) =>
  world.panel("POST", "/v1/messages", { ...who, body: { instance_id: linked.instance, to: TO, text: "Here", media } });

describe("a saved reply", () => {
  it("has a shortcut in any writing, which is one reply's alone", async () => {
    const made = await save({ shortcut: "/Horário", text: "Hello {name|there}, here is {number_name}" });
    expect(made).toMatchObject({ shortcut: "horário", text: "Hello {name|there}, here is {number_name}", media: null });

    const taken = await ask("POST", PATH, { shortcut: "HORÁRIO".normalize("NFD"), text: "Other" });
    expect([taken.status, taken.body.code]).toEqual([409, "conflict"]);
    const both = await Promise.all([1, 2].map(() => ask("POST", PATH, { shortcut: "two", text: "Once" })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await list()).map(({ shortcut }) => shortcut)).toEqual(["horário", "two"]);
  });

  it("gives its shortcut back when it changes it or is deleted", async () => {
    const { id } = await save({ shortcut: "a", text: "One" });
    await save({ shortcut: "b", text: "Two" });
    expect((await ask("PATCH", `${PATH}/${id}`, { shortcut: "b" })).status).toBe(409);
    const changed = await ask("PATCH", `${PATH}/${id}`, { shortcut: "c" });
    expect(changed.body.data).toMatchObject({ id, shortcut: "c", text: "One" });
    await save({ shortcut: "a", text: "Three" });
    expect((await ask("DELETE", `${PATH}/${id}`)).status).toBe(204);
    expect((await ask("DELETE", `${PATH}/${id}`)).status).toBe(404);
    await save({ shortcut: "c", text: "Four" });
    expect((await list()).map(({ text }) => text).toSorted()).toEqual(["Four", "Three", "Two"]);
  });

  it.each([
    [{ shortcut: "x", text: "Hello {nombre}" }, "text"],
    [{ shortcut: "x", text: "Hello {" }, "text"],
    [{ shortcut: "x", text: " " }, "text"],
    [{ shortcut: "x" }, "text"],
    [{ shortcut: "two words", text: "Hello" }, "shortcut"],
    [{ shortcut: "__proto__", text: "Hello" }, "shortcut"],
    [{ shortcut: "a".repeat(33), text: "Hello" }, "shortcut"],
    [{ shortcut: "", text: "Hello" }, "shortcut"],
    [{ shortcut: "x", text: "Hello", media: { ...PDF, id: "file_1" } }, "media.id"],
    [{ shortcut: "x", text: "Hello", media: { mimetype: "audio/ogg", data: base64("x") } }, "text"],
  ])("is refused as %j, at %s", async (body, field) => {
    expect(await errorsOf(body)).toEqual([422, { [field]: [expect.stringMatching(/^[A-Z].*\.$/)] }]);
    expect([await list(), files()]).toEqual([[], []]);
  });

  it("names the variables that there are when one is unknown", async () => {
    const [, errors] = await errorsOf({ shortcut: "x", text: "Hello {nombre}" });
    expect(errors).toEqual({ text: ["There is no variable {nombre}. The variables are {name} and {number_name}."] });
  });

  it("is refused once there are two hundred", async () => {
    const replies = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`r${n}`, `rpl_${n}`]));
    await linked.table.write({ put: { ...keys.shortcuts(linked.account), replies, version: 1 } });
    const full = await ask("POST", PATH, { shortcut: "more", text: "Hello" });
    expect([full.status, full.body.code]).toEqual([409, "conflict"]);
  });

  it("is read by everybody on the team, and changed by members", async () => {
    const viewer = await world.signedIn(linked.account, "viewer");
    const body = { shortcut: "hi", text: "Hello" };
    expect((await world.panel("POST", PATH, { ...viewer, body })).status).toBe(403);
    expect((await world.panel("POST", PATH, { ...ana, body })).status).toBe(201);
    expect((await world.panel("GET", PATH, viewer)).body.data).toMatchObject([body]);
  });
});

describe("a saved reply's file", () => {
  const saved = () => save({ shortcut: "prices", text: "Our prices", media: { ...PDF, data: base64("one") } });

  it("is sent by its id as often as anybody likes, stored once", async () => {
    const { id } = fileOf(await saved());
    const [key] = files();
    for (const _ of [1, 2]) {
      const { status, body } = await send({ ...PDF, url: `${SAVED_FILE_SCHEME}${id}` });
      expect(status, JSON.stringify(body)).toBe(202);
      const message = linked.message(String((body.data as Json).id));
      expect(message).toMatchObject({ file: { key, size_bytes: 3 }, file_shared: true });
    }
    expect(files()).toHaveLength(1);
  });

  it("is nobody else's to send: no other account's, no key's, and none that is gone", async () => {
    const { id } = fileOf(await saved());
    const media = { ...PDF, url: `${SAVED_FILE_SCHEME}${id}` };
    const stranger = await world.signedIn(await world.account(), "admin");
    expect((await send(media, stranger)).status).toBe(404);
    const byKey = await linked.send({ media });
    const none = await send({ ...PDF, url: `${SAVED_FILE_SCHEME}file_nothing` });
    expect([byKey.status, none.status]).toEqual([422, 422]);
  });

  it("is kept when it is sent back by its id, and replaced by another one", async () => {
    const reply = await saved();
    const path = `${PATH}/${reply.id}`;
    await ask("PATCH", path, { text: "Other words" });
    const kept = await ask("PATCH", path, { media: { ...PDF, id: fileOf(reply).id } });
    expect(fileOf(kept.body.data as Json).id).toBe(fileOf(reply).id);
    const other = await ask("PATCH", path, { media: { ...PDF, data: base64("two") } });
    expect(fileOf(other.body.data as Json).id).not.toBe(fileOf(reply).id);
    expect(files()).toHaveLength(2);
    const none = await ask("PATCH", path, { media: null });
    expect(none.body.data).toMatchObject({ text: "Other words", media: null });
    expect((await ask("PATCH", path, { text: null })).status).toBe(422);
  });

  it("stays for as long as messages with it are kept, and then goes with the next change", async () => {
    const { id } = await saved();
    await ask("DELETE", `${PATH}/${id}`);
    const change = () => save({ shortcut: `s${world.clock.now().getTime()}`, text: "Hello" });
    linked.pass(60 * DAY_SEC);
    await change();
    expect(files()).toHaveLength(1);
    linked.pass(2 * DAY_SEC);
    await change();
    expect(files()).toEqual([]);
    expect(
      linked.table.partition(keys.savedFile(linked.account, "").pk).filter(({ sk }) => sk.startsWith("FILE#")),
    ).toEqual([]);
  });

  it("of earlier replies can fail to be looked for or removed without failing the change that was made", async () => {
    const { id } = await saved();
    await ask("DELETE", `${PATH}/${id}`);
    const [second, third] = [await save({ shortcut: "b", text: "Two" }), await save({ shortcut: "c", text: "Three" })];
    linked.pass(62 * DAY_SEC);
    const remove = vi.spyOn(linked.media, "remove").mockRejectedValueOnce(new Error("no bucket"));
    expect((await ask("DELETE", `${PATH}/${second.id}`)).status).toBe(204);
    expect([remove.mock.calls.length, files().length]).toEqual([1, 1]);

    const query = vi.spyOn(linked.table, "query").mockRejectedValueOnce(new Error("no table"));
    expect((await ask("DELETE", `${PATH}/${third.id}`)).status).toBe(204);
    expect(query).toHaveBeenCalledOnce();
    await save({ shortcut: "d", text: "Four" });
    expect(files()).toEqual([]);
  });

  it("that no reply got is removed like one that none has any more", async () => {
    await saved();
    linked.pass(1);
    const taken = await ask("POST", PATH, {
      shortcut: "prices",
      text: "Twice",
      media: { ...PDF, data: base64("two") },
    });
    expect([taken.status, files().length]).toEqual([409, 1]);
  });

  it("does not go with an instance that sent it", async () => {
    const { id } = fileOf(await saved());
    await send({ ...PDF, url: `${SAVED_FILE_SCHEME}${id}` });
    await removeInstanceData(linked.sessionDeps, linked.own, 0);
    expect(files()).toHaveLength(1);
  });
});

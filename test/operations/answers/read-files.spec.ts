import { describe, expect, it } from "vitest";
import { mediaKey } from "../../../core/domain/files/media-key.ts";
import type { ProviderFailure } from "../../../core/domain/providers/provider-outcome.ts";
import { recordDeletion } from "../../../core/operations/receiving/record-deletion.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, ANA, INSTANCE } from "../../support/message-world.ts";
import { type AnswerWorld, answerWorld, replied } from "./answer-world.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const SAID = "When do you open?";

/** Creates a world whose agent is called without a pause, with helpers for files. */
async function fileWorld(provider: "openai" | "anthropic" = "openai") {
  const world = await answerWorld();
  const model = provider === "openai" ? "gpt-6-luna" : "claude-haiku-5-5";
  await world.agent({ provider, model, wait_seconds: 0 });
  const heard: { filename: string; mimetype: string; size: number }[] = [];
  let outcome: { kind: "written"; text: string } | ProviderFailure = { kind: "written", text: SAID };
  let meanwhile: () => Promise<unknown> = async () => undefined;
  world.providers.transcribe = async (_key, { bytes, ...about }) => {
    heard.push({ ...about, size: bytes.length });
    await meanwhile();
    return outcome;
  };
  let files = 0;
  const file = async (
    type: "image" | "audio" | "document",
    bytes: Buffer,
    change: object = {},
    message: object = {},
  ) => {
    const id = `f${++files}`;
    const key = mediaKey(ACCOUNT, INSTANCE, id);
    world.media.files.set(key, { bytes, mimetype: "", filename: null });
    const mimetype = type === "audio" ? "audio/ogg; codecs=opus" : "image/png";
    const about = { size_bytes: bytes.length, sha256: "", filename: null, voice: type === "audio" };
    const stored = { key, mimetype, ...about, ...change };
    world.pass(1);
    await world.write("", { type, body: null, file: stored, ...message });
  };
  return {
    ...world,
    heard,
    file,
    voice: (bytes = Buffer.from("OggS"), change: object = {}) => file("audio", bytes, change),
    transcribes: (next: typeof outcome, during = meanwhile) => {
      outcome = next;
      meanwhile = during;
    },
    /** Returns the parts of the messages in the last call to the provider. */
    parts: () => world.asked.at(-1)?.messages.map(({ parts }) => parts) ?? [],
  };
}

const shown = (bytes: Buffer) => ({ image: { mimetype: "image/png", base64: bytes.toString("base64") } });

describe("a picture of a person", () => {
  it("goes with its caption; of more than three the last", async () => {
    const world = await fileWorld();
    const pictures = [0, 1, 2, 3].map((last) => Buffer.concat([PNG, Buffer.from([last])]));
    for (const bytes of pictures) await world.file("image", bytes, {}, { body: "This?" });
    await world.settle();
    expect(world.parts()).toEqual([
      [{ text: "[image message] This?" }],
      ...pictures.slice(1).map((bytes) => [{ text: "This?" }, shown(bytes)]),
    ]);
  });

  it.each([
    ["that is none", Buffer.from("<svg onload=…>"), {}],
    ["of a type that models don't take", PNG, { mimetype: "image/gif" }],
    ["that is larger than told", Buffer.concat([PNG, Buffer.alloc(3_500_000)]), { size_bytes: 100 }],
    ["that is told to be too large", PNG, { size_bytes: 3_500_001 }],
    ["that is gone", PNG, { key: "gone" }],
  ])("%s is named only", async (_, bytes, change) => {
    const world = await fileWorld();
    await world.file("image", bytes, change);
    await world.settle();
    expect(world.parts()).toEqual([[{ text: "[image message]" }]]);
    expect(world.answers()).toEqual(["Yes."]);
  });

  it("that can't be read is named only, and the log says so without its place", async () => {
    const world = await fileWorld();
    world.media.get = async () => Promise.reject(new Error("S3 did not answer"));
    await world.file("image", PNG);
    await world.settle();
    expect(world.parts()).toEqual([[{ text: "[image message]" }]]);
    expect(world.logged.filter(({ level }) => level === "warn").length).toBe(1);
    expect(JSON.stringify(world.logged)).not.toContain(mediaKey(ACCOUNT, INSTANCE, ""));
  });

  it("that was deleted before its turn is not even named", async () => {
    const world = await fileWorld();
    await world.file("image", PNG, {}, { network_id: "3EB0CC" });
    await deleted(world, "3EB0CC");
    await world.write("Forget it. When do you open?");
    await world.settle();
    expect(world.parts()).toEqual([[{ text: "Forget it. When do you open?" }]]);
  });

  it("is a picture as a picture alone: one that is a document is named", async () => {
    const world = await fileWorld();
    await world.file("document", PNG);
    await world.settle();
    expect(world.parts()).toEqual([[{ text: "[document message]" }]]);
  });
});

describe("a voice note", () => {
  it("is written down and paid for once, whatever is asked later", async () => {
    const world = await fileWorld();
    await world.voice();
    await world.settle();
    await world.write("And on Sunday?");
    await world.settle();

    expect(world.heard).toEqual([{ filename: "voice.ogg", mimetype: "audio/ogg", size: 4 }]);
    expect(world.parts()[0]).toEqual([{ text: SAID }]);
    expect(world.messages().find(({ type }) => type === "audio")).toMatchObject({ transcript: SAID, body: null });
  });

  it("that says nothing is paid for once, too, and is named", async () => {
    const world = await fileWorld();
    world.transcribes({ kind: "written", text: " " });
    await world.voice();
    await world.settle();
    await world.write("Hello?");
    await world.settle();
    expect(world.heard.length).toBe(1);
    expect(world.parts()[0]).toEqual([{ text: "[voice message]" }]);
  });

  it.each([
    ["over about two minutes", { size_bytes: 1_000_001 }],
    ["in no format that is taken", { mimetype: "audio/amr" }],
    ["of which the file is gone", { key: "gone" }],
  ])("%s is named only", async (_, change) => {
    const world = await fileWorld();
    await world.voice(Buffer.from("OggS"), change);
    await world.settle();
    expect(world.heard).toEqual([]);
    expect(world.parts()).toEqual([[{ text: "[voice message]" }]]);
  });

  it("is named only when the key is Anthropic's, whose models write nothing down", async () => {
    const world = await fileWorld("anthropic");
    await world.voice();
    await world.settle();
    expect(world.heard).toEqual([]);
    expect(world.parts()).toEqual([[{ text: "[voice message]" }]]);
  });

  it("that nobody could write down is named, and tried again with the next text", async () => {
    const world = await fileWorld();
    world.transcribes({ kind: "unavailable" });
    await world.voice();
    await world.settle();
    expect(world.parts()).toEqual([[{ text: "[voice message]" }]]);
    world.transcribes({ kind: "written", text: SAID });
    await world.write("Did you hear me?");
    await world.settle();
    expect(world.parts()[0]).toEqual([{ text: SAID }]);
  });

  it("of many at once, the last three are written down", async () => {
    const world = await fileWorld();
    for (let n = 0; n < 5; n++) await world.voice();
    await world.settle();
    expect(world.heard.length).toBe(3);
    expect(world.parts().map(([part]) => part)).toEqual([
      ...Array.from({ length: 2 }, () => ({ text: "[voice message]" })),
      ...Array.from({ length: 3 }, () => ({ text: SAID })),
    ]);
  });

  it("that is deleted while it is listened to, or after, keeps no words", async () => {
    const world = await fileWorld();
    world.says(() => replied("Yes."));
    const network_id = "3EB0AA";
    const gone = () => deleted(world, network_id);
    world.transcribes({ kind: "written", text: SAID }, gone);
    await world.file("audio", Buffer.from("OggS"), {}, { network_id });
    await world.settle();
    const [kept] = world.messages().filter(({ type }) => type === "audio");
    expect(kept).toMatchObject({ deleted_at: expect.any(String), transcript: null });

    const later = "3EB0BB";
    world.transcribes({ kind: "written", text: SAID }, async () => undefined);
    await world.file("audio", Buffer.from("OggS"), {}, { network_id: later });
    await world.settle();
    expect(said(world, later)).toBe(SAID);
    await deleted(world, later);
    expect(said(world, later)).toBeNull();
  });
});

const deleted = (world: AnswerWorld, network_id: string) =>
  recordDeletion(
    { ...world.deps, media: world.media },
    { ...world.own, network_id, author: ANA, journal: null, at: world.clock.now() },
  );

const said = (world: AnswerWorld, network_id: string) => {
  const id = world.messages().find((message) => message.network_id === network_id)?.id ?? "";
  return world.table.peek(keys.message(ACCOUNT, id))?.transcript;
};

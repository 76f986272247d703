import { describe, expect, it } from "vitest";
import { draftStore } from "../../panel/src/pages/chats/draft-store.ts";
import { newDraft } from "../../panel/src/pages/chats/rules/draft.ts";

/** Creates a tab's storage. If `isFull`, it doesn't accept values. */
function storage(isFull = false) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
  } as unknown as Storage & { kept: Map<string, string> };
}

const TYPED = {
  ...newDraft("d1"),
  text: "Roses are for @Ana",
  mentions: [{ shown: "@Ana", person: "5511966660001" }],
  replyTo: "msg_1",
  sendAt: "2026-11-21T12:00:00.000Z",
  withoutPreviewOf: "https://shop.example/",
  hasPreview: true,
};

describe("a draft over a reload", () => {
  it("is what was typed, for the same person and chat alone", () => {
    const tab = storage();
    const files = [{ id: "f1", file: new File(["x"], "a.png"), base64: "eA==" }];
    draftStore(() => tab, "usr_1", "inst_1", "chat 1").write({ ...TYPED, files });

    expect(draftStore(() => tab, "usr_1", "inst_1", "chat 1").read()).toEqual(TYPED);
    expect(draftStore(() => tab, "usr_2", "inst_1", "chat 1").read()).toBeNull();
    expect(draftStore(() => tab, "usr_1", "inst_1", "chat").read()).toBeNull();
  });

  it("is read as it was kept before texts had previews", () => {
    const tab = storage();
    draftStore(() => tab, "usr_1").write(TYPED);
    const before = '{"id":"d","text":"x","replyTo":null,"sendAt":null,"isTried":true}';
    for (const key of tab.kept.keys()) tab.kept.set(key, before);

    expect(draftStore(() => tab, "usr_1").read()).toEqual({ ...newDraft("d"), text: "x", isTried: true });
  });

  it("leaves nothing once it is sent or emptied", () => {
    const tab = storage();
    const store = draftStore(() => tab, "usr_1", "inst_1", "chat");
    store.write(TYPED);
    store.write(newDraft("d2"));

    expect(tab.kept.size).toBe(0);
  });

  it.each([
    "nonsense",
    "3",
    "{}",
    '{"id":1}',
    '{"id":"d","text":"x","replyTo":5,"sendAt":null,"isTried":false}',
    '{"id":"d","text":"x","mentions":[{"shown":5}],"replyTo":null,"sendAt":null,"isTried":false}',
    '{"id":"d","text":"x","replyTo":null,"sendAt":null,"withoutPreviewOf":5,"isTried":false}',
    '{"id":"d","text":"x","replyTo":null,"sendAt":null,"hasPreview":"yes","isTried":false}',
  ])("is none where the storage holds %s", (found) => {
    const tab = storage();
    draftStore(() => tab, "usr_1").write(TYPED);
    for (const key of tab.kept.keys()) tab.kept.set(key, found);

    expect(draftStore(() => tab, "usr_1").read()).toBeNull();
  });

  it("is on the page alone where the storage is full or off", () => {
    const off = () => {
      throw new DOMException("off", "SecurityError");
    };
    draftStore(() => storage(true), "usr_1").write(TYPED);
    draftStore(off, "usr_1").write(TYPED);

    expect(draftStore(off, "usr_1").read()).toBeNull();
  });
});

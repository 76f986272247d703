import { describe, expect, it } from "vitest";
import {
  chatKind,
  isGroup,
  phoneChat,
  phoneOfChat,
  privateChat,
  privateUserOf,
} from "../../../core/domain/messages/chat-id.ts";

describe("a chat's id", () => {
  it.each([
    ["5511977770001@s.whatsapp.net", "phone"],
    ["9001@lid", "private"],
    ["120363020000000001@g.us", "group"],
    ["120363020000000001@newsletter", "channel"],
    ["status@broadcast", "other"],
    ["5511977770001", "other"],
  ])("%s is one of the kind %s", (id, kind) => {
    expect(chatKind(id)).toBe(kind);
    expect(isGroup(id)).toBe(kind === "group");
  });

  it("is built and read by the same rule", () => {
    expect(phoneOfChat(phoneChat("5511977770001"))).toBe("5511977770001");
    expect(privateUserOf(privateChat("9001"))).toBe("9001");
  });

  it.each(["5511a@s.whatsapp.net", "@s.whatsapp.net", "9001@lid"])("%s is no phone's", (id) => {
    expect(phoneOfChat(id)).toBeNull();
  });

  it("is nobody's private id when it ends otherwise, and no group when there is none", () => {
    expect(privateUserOf("5511977770001@s.whatsapp.net")).toBeNull();
    expect(isGroup(null)).toBe(false);
  });
});

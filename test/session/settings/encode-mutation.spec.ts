import { describe, expect, it } from "vitest";
import { encodeMutation } from "../../../session-service/baileys/settings/encode-mutation.ts";

const NOW = new Date("2026-11-20T12:00:00.500Z");
const GROUP = "120363@g.us";
const last = { network_id: "A1", from_me: false, participant: "77@lid", at: NOW };
const seconds = Math.floor(NOW.getTime() / 1000);

describe("a change of ours as the network's patches say it", () => {
  it("says up to where it reaches, by the message and by its time, which the library leaves out", () => {
    const { syncAction } = encodeMutation({ kind: "archive", chat: GROUP, archived: true, last }, NOW);
    expect(syncAction).toEqual({
      timestamp: NOW.getTime(),
      archiveChatAction: {
        archived: true,
        messageRange: {
          lastMessageTimestamp: seconds,
          messages: [{ key: { remoteJid: GROUP, fromMe: false, id: "A1", participant: "77@lid" }, timestamp: seconds }],
        },
      },
    });
  });

  it("says that a label is in use, as phones expect", () => {
    const label = { kind: "label", label: "3", name: "Paid", color: 4, deleted: false } as const;
    expect(encodeMutation(label, NOW).syncAction.labelEditAction).toEqual({
      ...{ name: "Paid", color: 4 },
      ...{ deleted: false, isActive: true },
    });
  });

  it("always says until when a chat is muted", () => {
    const mute = (until_ms: number | null) =>
      encodeMutation({ kind: "mute", chat: GROUP, until_ms }, NOW).syncAction.muteAction;
    expect(mute(-1)).toEqual({ muted: true, muteEndTimestamp: -1 });
    expect(mute(null)).toEqual({ muted: false });
  });

  it("saves somebody whose number is hidden under the private id", () => {
    const saved = encodeMutation({ kind: "contact", contact: "77@lid", name: "Ana Banana" }, NOW);
    expect(saved).toMatchObject({
      index: ["lid_contact", "77@lid"],
      syncAction: { lidContactAction: { fullName: "Ana Banana", firstName: "Ana" } },
    });
  });
});

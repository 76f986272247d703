import { expect, it } from "vitest";
import { afterHandover } from "../../../core/domain/chats/after-handover.ts";
import type { ChatFields, HandledBy } from "../../../core/domain/chats/chat-fields.ts";

const waits = { waiting_since_ms: 5 };

it.each<[ChatFields, HandledBy | null, boolean, object]>([
  [{ last_ms: 5, handled_by: "ai" }, "team", true, { set: { handled_by: "team", ...waits }, remove: [] }],
  [{ last_ms: 5, handled_by: "menu" }, null, true, { set: waits, remove: ["handled_by"] }],
  [{ last_ms: 5, handled_by: "ai" }, "team", false, { set: { handled_by: "team" }, remove: [] }],
  [{ last_ms: 5, handled_by: "ai" }, "menu", true, { set: { handled_by: "menu" }, remove: [] }],
  [{ last_ms: 5, handled_by: "ai", hidden_ms: 6 }, "team", true, { set: { handled_by: "team" }, remove: [] }],
  [{ last_ms: 9, handled_by: "ai", ...waits }, "team", true, { set: { handled_by: "team" }, remove: [] }],
  // A person who was answered while the team was handling the chat isn't marked as waiting.
  [{ last_ms: 5, handled_by: "team" }, null, true, { set: {}, remove: ["handled_by"] }],
  [{ last_ms: 5 }, "team", true, { set: { handled_by: "team" }, remove: [] }],
  [{ last_ms: 5 }, null, true, { set: {}, remove: [] }],
])("a chat %j taken over by %s, the last message being the person's: %s", (chat, by, isTheirsLast, change) => {
  expect(afterHandover(chat, by, isTheirsLast)).toEqual(change);
});

import { describe, expect, it } from "vitest";
import { afterClearing } from "../../../core/domain/chats/after-mirrored-change.ts";

describe("the unread messages of a chat that was deleted while somebody wrote", () => {
  it.each([
    ["all are known", { deleted: [1, 2, 3], left: [4, 5] }, 3],
    ["one that came just now is missing in the list", { deleted: [1, 2, 3], left: [5] }, 3],
    ["all that came just now are missing", { deleted: [1, 2, 3], left: [] }, 3],
    ["the deleted ones are too far back", { deleted: [], left: [4, 5] }, 3],
    ["a late one is older than its number", { deleted: [1, 2, 4], left: [3, 5] }, 2],
    ["none of them was received", { deleted: [], left: [] }, 5],
  ])("are those that are left, where %s", (_where, known, readTo) => {
    expect(afterClearing({ received: 5, read_to: 0 }, known).set).toEqual({ read_to: readTo });
  });

  it("are as before where no message is known, and never become unread again", () => {
    expect(afterClearing({ received: 5, read_to: 1 }, null).set).toEqual({});
    expect(afterClearing({ received: 5, read_to: 4 }, { deleted: [1, 2], left: [3, 4, 5] }).set).toEqual({});
  });
});

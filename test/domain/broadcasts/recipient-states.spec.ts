import { describe, expect, it } from "vitest";
import {
  RECIPIENT_STATES,
  stateAt,
  stateField,
  statusOfState,
  storedState,
} from "../../../core/domain/broadcasts/recipient-states.ts";

describe("the states of a broadcast's people", () => {
  it("are stored as the letters that older pages hold, and shown as customers know them", () => {
    const shown = RECIPIENT_STATES.map((state) => [storedState(state), state, statusOfState(state)]);
    expect(shown).toEqual([
      ["s", "sent", "sent"],
      ["d", "delivered", "delivered"],
      ["r", "read", "read"],
      ["a", "replied", "replied"],
      ["f", "failed", "failed"],
      ["q", "opted_out_after", "opted_out"],
      ["o", "opted_out", "opted_out"],
      ["m", "sent_as_another", "sent"],
      ["w", "waited_too_long", "failed"],
      ["x", "never_wrote", "failed"],
    ]);
  });

  it("are read as they were stored; a person without a letter, or with an unknown one, waits", () => {
    const page = Object.fromEntries(RECIPIENT_STATES.map((state, at) => [stateField(at), storedState(state)]));
    expect(RECIPIENT_STATES.map((_, at) => stateAt(page, at))).toEqual(RECIPIENT_STATES);
    expect([stateAt(page, 99), stateAt(null, 0), stateAt({ p00: "z" }, 0), stateAt({ p00: 1 }, 0)]).toEqual([
      ...[null, null, null, null],
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { ACTIVITY_ACTIONS } from "../../core/contracts/activity.ts";
import { isKnownAction, KNOWN_ACTIONS } from "../../panel/src/pages/account/actions.ts";
import { words as en } from "../../panel/src/words/en/activity.ts";
import { words as es } from "../../panel/src/words/es/activity.ts";
import { words as pt } from "../../panel/src/words/pt/activity.ts";

describe("the actions of the activity log", () => {
  it.each(Object.entries({ en, es, pt }))("have words in %s, each its own", (_language, words) => {
    const said = ACTIVITY_ACTIONS.map((action) => words[`action_${action}`]);
    expect(said.filter((text) => !text)).toEqual([]);
    expect(new Set(said).size).toBe(ACTIVITY_ACTIONS.length);
  });

  it("are all offered as a filter, and no others", () => {
    expect(ACTIVITY_ACTIONS.filter((action) => !isKnownAction(action))).toEqual([]);
    expect(isKnownAction("toString")).toBe(false);
    expect(new Set(KNOWN_ACTIONS).size).toBe(KNOWN_ACTIONS.length);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ActedOn,
  type ActorPart,
  type ActPlace,
  type ChatRole,
  type MessageAction,
  mayEdit,
  needsRole,
  ownAct,
  type Ruling,
  whoMay,
} from "../../../core/domain/messages/who-may.ts";

const ACTIONS: MessageAction[] = ["delete", "edit", "react", "vote", "quote", "receipt", "resend"];
const ACTORS: ActorPart[] = ["writer", "other"];
const PLACES: ActPlace[] = ["person", "group", "status", "channel"];
const ROLES: ChatRole[] = ["admin", "member", "outsider", "unknown"];

/** "y" means allowed, "n" refused and "?" in doubt. The order is admin, member, outsider, unknown. */
const YES = "y y y y";
const NO = "n n n n";
const MEMBERS = "y y n ?";
const EXPECTED: Record<MessageAction, Record<ActorPart, Record<ActPlace, string>>> = {
  delete: {
    writer: { person: YES, group: YES, status: YES, channel: YES },
    other: { person: NO, group: "y n n ?", status: NO, channel: NO },
  },
  edit: {
    writer: { person: YES, group: YES, status: YES, channel: YES },
    other: { person: NO, group: NO, status: NO, channel: NO },
  },
  react: {
    writer: { person: YES, group: YES, status: YES, channel: YES },
    other: { person: YES, group: YES, status: YES, channel: YES },
  },
  vote: {
    writer: { person: YES, group: YES, status: YES, channel: YES },
    other: { person: YES, group: YES, status: YES, channel: YES },
  },
  quote: {
    writer: { person: YES, group: YES, status: YES, channel: YES },
    other: { person: YES, group: YES, status: YES, channel: YES },
  },
  receipt: {
    writer: { person: NO, group: NO, status: NO, channel: NO },
    other: { person: MEMBERS, group: "y y n y", status: MEMBERS, channel: NO },
  },
  resend: {
    writer: { person: YES, group: YES, status: YES, channel: YES },
    other: { person: MEMBERS, group: MEMBERS, status: MEMBERS, channel: NO },
  },
};
const SIGNS: Record<string, Ruling> = { y: "allowed", n: "refused", "?": "in_doubt" };

const cells = ACTIONS.flatMap((action) =>
  ACTORS.flatMap((actor) => PLACES.map((place) => [action, actor, place, EXPECTED[action][actor][place]] as const)),
);
const anyAct: fc.Arbitrary<ActedOn> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  actor: fc.constantFrom(...ACTORS),
  place: fc.constantFrom(...PLACES),
  sameChat: fc.boolean(),
  role: fc.constantFrom(...ROLES),
});

describe("who may do what to a message", () => {
  it.each(cells)("%s by its %s in the chat of a %s: %s", (action, actor, place, expected) => {
    const ruled = ROLES.map((role) => whoMay({ action, actor, place, sameChat: true, role }));
    expect(ruled).toEqual(expected.split(" ").map((sign) => SIGNS[sign]));
  });

  it("is nobody from another chat, not even the writer or an admin", () => {
    fc.assert(fc.property(anyAct, (act) => whoMay({ ...act, sameChat: false }) === "refused"));
  });

  it("never depends on an unknown role where content leaves or goes away", () => {
    const harmful = anyAct.filter(({ action, actor }) => actor === "other" && /delete|edit|resend/.test(action));
    fc.assert(fc.property(harmful, (act) => whoMay({ ...act, role: "unknown" }) !== "allowed"));
  });

  it("is never less for a higher role", () => {
    const rank = (act: ActedOn) => (whoMay(act) === "allowed" ? 1 : 0);
    fc.assert(
      fc.property(anyAct, (act) => {
        const [admin, member, outsider] = ROLES.map((role) => rank({ ...act, role }));
        return (admin ?? 0) >= (member ?? 0) && (member ?? 0) >= (outsider ?? 0);
      }),
    );
  });

  it("is in doubt only where the role is needed and not known", () => {
    fc.assert(
      fc.property(anyAct, (act) => {
        const isInDoubt = whoMay(act) === "in_doubt";
        return !isInDoubt || (act.role === "unknown" && needsRole(act));
      }),
    );
  });

  it("has no use for a role where every role is ruled alike", () => {
    fc.assert(
      fc.property(
        anyAct,
        fc.constantFrom(...ROLES),
        (act, role) => needsRole(act) || whoMay(act) === whoMay({ ...act, role }),
      ),
    );
  });

  it("lets a request edit only what the instance wrote", () => {
    expect(mayEdit({ direction: "out" })).toBe(true);
    expect(mayEdit({ direction: "in" })).toBe(false);
  });

  it("lets a request delete what the instance wrote, and as a group's admin what others wrote there", () => {
    const ruling = (direction: "in" | "out", place: ActPlace, role: ChatRole) =>
      whoMay({ ...ownAct("delete", { direction }, place), role });

    for (const place of PLACES) expect(ruling("out", place, "unknown")).toBe("allowed");
    for (const place of ["person", "status", "channel"] as const) expect(ruling("in", place, "admin")).toBe("refused");
    expect(ROLES.map((role) => ruling("in", "group", role))).toEqual(["allowed", "refused", "refused", "in_doubt"]);
  });
});

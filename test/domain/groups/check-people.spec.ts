import { expect, it } from "vitest";
import { PERSON_RULE } from "../../../core/contracts/groups/people.ts";
import { checkPeople } from "../../../core/domain/groups/check-people.ts";

it("people are named by their phones or private ids, and by the ids that groups show", () => {
  const given = ["5511999990001", "123456789012345@lid", "201012345678@s.whatsapp.net"];
  expect(checkPeople(given)).toEqual({ people: ["5511999990001", "123456789012345@lid", "201012345678"] });
});

it.each([
  [["+5511999990001"]],
  [["0011999990001"]],
  [["ana"]],
  [["1@g.us"]],
  [["x@lid"]],
  [[""]],
  [["5511999990001", "5511999990001"]],
  [["201012345678", "201012345678@s.whatsapp.net"]],
])("refuses %j", (given) => {
  expect(checkPeople(given)).toEqual({ error: PERSON_RULE });
});

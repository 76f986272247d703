import { expect, it } from "vitest";
import { judge } from "../../../bin/gate/judge.ts";
import { lostExports } from "../../../bin/gate/lost-exports.ts";
import { GatedTemplate } from "../../../bin/gate/template.ts";

const table = { Type: "AWS::DynamoDB::Table", DeletionPolicy: "Retain", Properties: { KeySchema: [1] } };
const exporting = (...names: string[]) =>
  Object.fromEntries(names.map((name, at) => [`Output${at}`, { Value: 1, Export: { Name: name } }]));
const reading = (name: string) => ({ Type: "AWS::SQS::Queue", Properties: { Name: { "Fn::ImportValue": name } } });

const before = {
  "g-data": GatedTemplate.parse({ Resources: { Table: table }, Outputs: exporting("arn", "unread") }),
  "g-service": GatedTemplate.parse({ Resources: { Queue: reading("arn") } }),
};
const without = GatedTemplate.parse({ Resources: { Table: table }, Outputs: exporting("unread") });

it("an export that a deployed stack reads must not go, also when that stack would stop reading it in the same deployment", () => {
  const after = { "g-data": without, "g-service": GatedTemplate.parse({ Resources: {} }) };
  expect(lostExports(before, after)).toEqual([{ name: "arn", from: "g-data", readBy: ["g-service"] }]);
  expect(judge(before, after, "g-data", []).refused[0]).toContain("make the change in two deployments");
});

it("an export that nobody reads may go, and so may one whose readers have let go of it before", () => {
  const kept = GatedTemplate.parse({ Resources: { Table: table }, Outputs: exporting("arn") });
  expect(lostExports(before, { ...before, "g-data": kept })).toEqual([]);
  const second = { ...before, "g-service": GatedTemplate.parse({ Resources: {} }) };
  expect(lostExports(second, { ...second, "g-data": without })).toEqual([]);
});

it("a change that somebody has named is told of and let pass, and no other", () => {
  const after = { ...before, "g-data": GatedTemplate.parse({ Resources: {}, Outputs: exporting("arn", "unread") }) };
  expect(judge(before, after, "g-data", []).refused).toHaveLength(1);
  expect(judge(before, after, "g-data", ["Other"]).refused).toHaveLength(1);
  const { refused, allowed } = judge(before, after, "g-data", ["Table"]);
  expect(refused).toEqual([]);
  expect(allowed).toHaveLength(1);
});

it("a first deployment has nothing to lose; one that would leave out the whole data stack has everything", () => {
  expect(judge({}, before, "g-data", []).refused).toEqual([]);
  expect(judge(before, { "g-service": before["g-service"] }, "g-data", []).refused[0]).toContain("no longer belong");
});

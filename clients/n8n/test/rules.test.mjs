import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "./n8n-rules.mjs";

test("n8n's rules for verified nodes find nothing", async () => {
  const { looked, faults } = await judge(["credentials/**/*.ts", "nodes/**/*.ts", "shared/**/*.ts", "package.json"]);
  assert.deepEqual(faults, []);
  assert.ok(looked > 25, `${looked} files were looked at`);
});

test("n8n's rules find what is wrong", async () => {
  const text = "export const wait = () => { setTimeout(() => process.exit(), 1); console.log(); };";
  const { faults } = await judge(["shared/wrong.ts"], text);
  assert.equal(faults.filter((fault) => fault.includes("no-restricted-globals")).length, 2);
  assert.equal(faults.filter((fault) => fault.includes("no-console")).length, 1);
});

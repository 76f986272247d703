import { expect, it } from "vitest";
import { STAGES } from "../../lib/config.ts";
import { PANEL } from "./panel-stage.ts";
import { type Resource, synthesised } from "./synthesised.ts";

const PARTS = ["data", "queues", "service", "session"] as const;

// The small stage is recorded in full: it has few queues, so it is quicker to read. The standard stage is recorded only
// where it differs.
const small = synthesised("dev");
const { dev } = STAGES;
STAGES.dev = { stage: "dev", profile: "standard", queueCount: 4 };
const standard = synthesised("dev");
STAGES.dev = { stage: "dev", ...PANEL };
const withPanel = synthesised("dev");
STAGES.dev = dev as (typeof STAGES)[string]; // every stage that is deployed has a row

it.each(PARTS)("the %s stack is what it was when somebody last looked at it", (name) => {
  expect(masked(small[name].resources)).toMatchSnapshot();
});

it.each(PARTS)("the %s stack of a standard stage differs from a small one's as when somebody last looked", (name) => {
  expect(differences(masked(small[name].resources), masked(standard[name].resources))).toMatchSnapshot();
});

it("the panel's stack is what it was when somebody last looked at it", () => {
  expect(masked(withPanel.panel.resources)).toMatchSnapshot();
});

it.each(PARTS)("the %s stack of a stage with a panel differs as when somebody last looked", (name) => {
  expect(differences(masked(small[name].resources), masked(withPanel[name].resources))).toMatchSnapshot();
});

/**
 * Removes the hashes of code and image, which change with every line of a handler. Also removes the dashboard's body,
 * which contains the runbook and is checked by test/lib/watched-metrics.spec.ts.
 */
function masked(resources: Record<string, Resource>): unknown {
  const text = JSON.stringify(resources, (key, value) => (key === "DashboardBody" ? "<dashboard>" : value));
  // A version's name ends with a hash of everything that the version is built from.
  const named = text.replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, "$1<hash>");
  return JSON.parse(named.replace(/[0-9a-f]{64}/g, "<asset>"));
}

/**
 * Returns only the differences between two values: in lists, the entries found in only one of the lists; in objects,
 * the fields that differ.
 */
function differences(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    const lacking = (one: unknown[], other: unknown[]) => one.filter((member) => !other.some(isSame(member)));
    return { gone: lacking(before, after), added: lacking(after, before) };
  }
  if (!isObject(before) || !isObject(after)) return after ?? "gone";
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const differing = keys.filter((key) => !isSame(before[key])(after[key]));
  return Object.fromEntries(differing.map((key) => [key, differences(before[key], after[key])]));
}

const isSame = (one: unknown) => (other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

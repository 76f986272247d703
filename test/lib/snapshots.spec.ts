import { expect, it } from "vitest";
import { type Resource, synthesised } from "./synthesised.ts";

// The small stage: the same stacks with fewer shards to read past.
const stacks = synthesised("dev");

it.each(["data", "service", "session"] as const)(
  "the %s stack is what it was when somebody last looked at it",
  (name) => {
    expect(masked(stacks[name].resources)).toMatchSnapshot();
  },
);

/**
 * Without the hashes of code and image, which change with every line of a handler, and without the dashboard's body, which
 * carries the runbook; test/lib/watched-metrics.spec.ts looks into it.
 */
function masked(resources: Record<string, Resource>): unknown {
  const text = JSON.stringify(resources, (key, value) => (key === "DashboardBody" ? "<dashboard>" : value));
  // A version's name ends with a hash of all that it is made of.
  const named = text.replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, "$1<hash>");
  return JSON.parse(named.replace(/[0-9a-f]{64}/g, "<asset>"));
}

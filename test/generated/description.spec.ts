import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

describe("the API's description", () => {
  it("is valid OpenAPI 3.1 with valid examples, by a linter that is not ours", () => {
    const linter = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url));
    const args = ["lint", "docs/openapi.json", "--format=json"];
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const { stdout } = spawnSync(linter, args, {
      encoding: "utf8",
      env,
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
    });
    const { totals, problems } = JSON.parse(stdout) as { totals: Record<string, number>; problems: unknown[] };
    expect({ problems, totals }).toMatchObject({ problems: [], totals: { errors: 0, warnings: 0 } });
  });
});

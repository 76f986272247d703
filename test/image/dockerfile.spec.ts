import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { baseImage } from "../../bin/image/pinned-dockerfile.ts";
import { ROOT } from "../../build/bundle.ts";
import { DOCKERFILE, IMAGE_SOURCES, SCRATCH_FOLDER } from "../../lib/constructs/session-container.ts";
import { SESSION_SERVICE } from "../../lib/wiring.ts";
import { projectPackage } from "../../tools/image/image-packages.ts";

const text = readFileSync(join(ROOT, DOCKERFILE), "utf8");
const instructions = DockerfileParser.parse(text)
  .getInstructions()
  .map((one) => ({ name: one.getKeyword(), says: one.getArgumentsContent() ?? "" }));
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ says }) => says);
const place = (name: string, says: RegExp) => instructions.findIndex((one) => one.name === name && says.test(one.says));

describe("the image's recipe", () => {
  it("has no finding of the linter, which finds what is wrong elsewhere", () => {
    expect(validate(text)).toEqual([]);
    expect(validate("FROM node:24\nUSER\nCMD a\nCMD b\n").length).toBeGreaterThan(1);
  });

  it("begins with one base, by its digest, of the Node that the tests run on", () => {
    expect(all("FROM")).toHaveLength(1);
    const { image, digest } = baseImage(text);
    const version = projectPackage().devDependencies.node;
    expect(image).toBe(`node:${version}-bookworm-slim`);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(all("RUN")[0]).toContain(`test "$(node --version)" = v${version}`);
  });

  it("copies what the stack uploads, and fetches nothing by address", () => {
    const copied = all("COPY").flatMap((says) => says.split(" ").slice(0, -1));
    expect(copied.sort()).toEqual([...IMAGE_SOURCES].sort());
    expect(all("ADD")).toEqual([]);
  });

  it("installs no package for development and runs no package's script", () => {
    const installs = all("RUN").filter((says) => /npm (ci|install)/.test(says));
    expect(installs).toHaveLength(1);
    expect(installs[0]).toContain("npm ci --omit=dev --ignore-scripts");
    for (const says of all("RUN").filter((one) => one.includes("apt-get install"))) {
      expect(says).toContain("--no-install-recommends");
      expect(says).toContain("rm -rf /var/lib/apt/lists/*");
    }
  });

  it("gives its user the one folder that can be written to, before it is a volume", () => {
    const made = place("RUN", new RegExp(`mkdir ${SCRATCH_FOLDER} && chown node:node ${SCRATCH_FOLDER} `));
    expect(made).toBeGreaterThan(0);
    expect(all("VOLUME")).toEqual([`["${SCRATCH_FOLDER}"]`]);
    expect(made).toBeLessThan(place("VOLUME", /./));
    expect(all("ENV")).toContain(`TMPDIR=${SCRATCH_FOLDER}`);
  });

  it("ends as a user who is not root, and starts the service without a shell", () => {
    expect(instructions.slice(-2)).toEqual([
      { name: "USER", says: "node" },
      { name: "CMD", says: `["node", "${SESSION_SERVICE.entry}"]` },
    ]);
  });
});

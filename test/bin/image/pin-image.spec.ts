import { describe, expect, it } from "vitest";
import { baseImage, pinnedDockerfile } from "../../../bin/image/pinned-dockerfile.ts";
import { readManifest } from "../../../bin/image/read-manifest.ts";

const OLD = `sha256:${"a".repeat(64)}`;
const NEW = `sha256:${"b".repeat(64)}`;

describe("pinning the image's base", () => {
  it.each([
    ["with a digest", `# words\nFROM node:24.21.0-bookworm-slim@${OLD}\nUSER node\n`],
    ["without one", "# words\nFROM node:24.21.0-bookworm-slim\nUSER node\n"],
  ])("writes the digest into a Dockerfile %s and changes nothing else", (_, text) => {
    expect(pinnedDockerfile(text, NEW)).toBe(`# words\nFROM node:24.21.0-bookworm-slim@${NEW}\nUSER node\n`);
    expect(baseImage(text).image).toBe("node:24.21.0-bookworm-slim");
  });

  it("refuses what is no digest, and a Dockerfile without a base", () => {
    expect(() => pinnedDockerfile("FROM node:24\n", "latest")).toThrow('"latest" is not a digest');
    expect(() => baseImage("USER node\n")).toThrow("no line like");
  });

  const platforms = (...names: string[]) =>
    JSON.stringify({
      digest: NEW,
      manifests: names.map((architecture) => ({ platform: { os: "linux", architecture } })),
    });

  it("takes the list of all platforms, when there is an image for the tasks' one", () => {
    expect(readManifest(platforms("amd64", "arm64"))).toBe(NEW);
    expect(() => readManifest(platforms("amd64"))).toThrow("no build for linux/arm64");
    expect(() => readManifest(JSON.stringify({ digest: NEW }))).toThrow("the image for one platform");
  });
});

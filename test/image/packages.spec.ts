import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { heapFlags } from "../../lib/constructs/heap-flags.ts";
import { IMAGE_SOURCES } from "../../lib/constructs/session-container.ts";
import { SESSION_SERVICE } from "../../lib/wiring.ts";
import { askedPackages, imageFolders, projectPackage } from "../../tools/image/image-packages.ts";
import { passingFolder } from "../support/passing-folder.ts";

describe("the image's packages", () => {
  it("are those that the session service imports, and no other", async () => {
    const asked = await askedPackages([SESSION_SERVICE.entry, SESSION_SERVICE.healthEntry]);
    expect(asked.length).toBeGreaterThan(10);
    expect(Object.keys(projectPackage().dependencies).sort()).toEqual(asked);
  });

  it("hold one libsignal: the network's library uses the very copy that is named beside it", () => {
    expect(imageFolders().filter((folder) => folder.endsWith("/libsignal"))).toEqual(["node_modules/libsignal"]);
  });

  it("hold no embedded service, no second Node, no second ffmpeg and nothing of the functions alone", () => {
    const folders = imageFolders();
    const elsewhere = [
      "dynalite",
      "node",
      "@ffmpeg-installer/ffmpeg",
      "luxon",
      "qrcode",
      "@middy/core",
      "classic-level",
    ];
    for (const name of [
      ...elsewhere,
      "aws-cdk-lib",
      "esbuild",
      "vitest",
      "typescript",
      "@redocly/cli",
      "@scalar/api-reference",
    ]) {
      expect(folders).not.toContain(`node_modules/${name}`);
    }
  });

  it("are at most 155, with those for other machines", () => {
    expect(imageFolders().length).toBeLessThan(155);
  });
});

describe("the image's files, with no package beside its own", () => {
  const folder = passingFolder("gateway-image-");
  beforeAll(() => {
    for (const source of IMAGE_SOURCES) cpSync(join(ROOT, source), join(folder, source), { recursive: true });
    for (const name of imageFolders().filter((one) => one.lastIndexOf("node_modules/") === 0)) {
      if (!existsSync(join(ROOT, name))) continue; // for another kind of machine
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      symlinkSync(join(ROOT, name), join(folder, name));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Packages are resolved from the link's location, so the project's other packages aren't found. */
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["--preserve-symlinks", "--preserve-symlinks-main", ...args], {
      cwd: folder,
      env: { TMPDIR: folder },
      encoding: "utf8",
    });

  it("start, and say which variables are missing and how much memory there is", () => {
    const { stdout, stderr, status } = run(...heapFlags(1024), SESSION_SERVICE.entry);
    expect(stderr).toBe("");
    expect(stdout).toContain("The environment is not complete: TABLE_NAME");
    expect(status).toBe(1);
    const said = JSON.parse(stdout.split("\n").find((line) => line.includes("heap_mib")) ?? "{}");
    expect(said.memory_mib).toBeGreaterThan(0);
    expect(said.heap_mib).toBeGreaterThan(700);
    expect(said.heap_mib).toBeLessThanOrEqual(1024 * 0.75);
  });

  it("check their health, which fails while no service answers", () => {
    const { stderr, status } = run(SESSION_SERVICE.healthEntry);
    expect(stderr).toBe("");
    expect(status).toBe(1);
  });

  it("would not start without one of them", () => {
    rmSync(join(folder, "node_modules/ulid"));
    expect(run(SESSION_SERVICE.entry).stderr).toContain("Cannot find package 'ulid'");
  });

  it("are no tests and no tools", () => {
    expect(readFileSync(join(folder, "package.json"), "utf8")).toContain("messaging-gateway");
    for (const name of ["test", "bin", "lib", "local", "functions"]) expect(existsSync(join(folder, name))).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { stageConfig } from "../../lib/config.ts";
import { SCRATCH_FOLDER } from "../../lib/constructs/session-container.ts";
import { SESSION_SERVICE } from "../../lib/wiring.ts";
import { synthesised } from "./synthesised.ts";

describe.each(["dev", "prod"])("the session service's container in %s", (stage) => {
  const [[, task] = ["", undefined]] = synthesised(stage).session.ofType("AWS::ECS::TaskDefinition");
  const [container] = task?.Properties.ContainerDefinitions ?? [];
  const { sessionMemoryMiB } = stageConfig(stage);

  it("is told how much memory its task has, and has a heap of three quarters of it at most", () => {
    expect(task?.Properties.Memory).toBe(String(sessionMemoryMiB));
    expect(container.Memory).toBe(sessionMemoryMiB);
    expect(container.Command).toEqual([
      "node",
      `--max-old-space-size=${Math.floor(sessionMemoryMiB * 0.7)}`,
      `--max-semi-space-size=${sessionMemoryMiB / 64}`,
      SESSION_SERVICE.entry,
    ]);
  });

  it("does not run as root and has no capability", () => {
    expect(container.User).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(container.LinuxParameters.Capabilities).toEqual({ Drop: ["ALL"] });
    expect(container.Privileged ?? false).toBe(false);
  });

  it("can write to one folder, which lies on a volume of the task, and to nothing else", () => {
    expect(container.ReadonlyRootFilesystem).toBe(true);
    expect(task?.Properties.Volumes).toEqual([{ Name: "scratch" }]);
    expect(container.MountPoints).toEqual([
      { ContainerPath: SCRATCH_FOLDER, SourceVolume: "scratch", ReadOnly: false },
    ]);
  });
});

import { Duration, IgnoreMode } from "aws-cdk-lib";
import { Platform as ImagePlatform } from "aws-cdk-lib/aws-ecr-assets";
import {
  AwsLogDriverMode,
  Capability,
  type ContainerDefinition,
  ContainerImage,
  type FargateTaskDefinition,
  LinuxParameters,
  LogDriver,
} from "aws-cdk-lib/aws-ecs";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { ROOT } from "../../build/bundle.ts";
import { SESSION_SERVICE } from "../wiring.ts";
import { heapFlags } from "./heap-flags.ts";

/**
 * All files that the image is built from. The image's hash depends on nothing else, so other changes don't cause a new
 * image to be deployed.
 */
export const IMAGE_SOURCES = ["package.json", "package-lock.json", ".npmrc", "core", "session-service"];

/** The path of the image's Dockerfile, relative to the project root. */
export const DOCKERFILE = "session-service/Dockerfile";

/** The only folder that the container can write to. The image creates it and makes its own user the owner. */
export const SCRATCH_FOLDER = "/scratch";

/** The name of the volume that contains the scratch folder. */
const SCRATCH = "scratch";

/** The image's user and group `node`, given as numbers to make it evident that neither is root. */
const USER = "1000:1000";

/**
 * Adds the session service's container to its task. The container runs without root privileges, with a read-only file
 * system, without Linux capabilities, and with a heap that fits its memory.
 */
export function addSessionContainer(
  scope: Construct,
  task: FargateTaskDefinition,
  props: { memoryMiB: number; logGroup: ILogGroup },
): ContainerDefinition {
  const { memoryMiB, logGroup } = props;
  // The init process reaps ffmpeg's zombie processes and forwards SIGTERM to Node.
  const linuxParameters = new LinuxParameters(scope, "Linux", { initProcessEnabled: true });
  linuxParameters.dropCapabilities(Capability.ALL);
  task.addVolume({ name: SCRATCH });
  const container = task.addContainer("Sessions", {
    image: ContainerImage.fromAsset(ROOT, {
      file: DOCKERFILE,
      platform: ImagePlatform.LINUX_ARM64,
      ignoreMode: IgnoreMode.DOCKER,
      exclude: ["*", ...IMAGE_SOURCES.map((source) => `!${source}`)],
    }),
    // The container's own limit. The process can see the limit and checks it before accepting more numbers.
    memoryLimitMiB: memoryMiB,
    command: ["node", ...heapFlags(memoryMiB), SESSION_SERVICE.entry],
    user: USER,
    readonlyRootFilesystem: true,
    linuxParameters,
    logging: LogDriver.awsLogs({
      logGroup,
      streamPrefix: "task",
      // A slow log service must not block the sessions; losing a log line does less harm.
      mode: AwsLogDriverMode.NON_BLOCKING,
    }),
    stopTimeout: Duration.seconds(SESSION_SERVICE.stopTimeoutSec),
    healthCheck: {
      command: ["CMD", "node", SESSION_SERVICE.healthEntry],
      interval: Duration.seconds(30),
      timeout: Duration.seconds(10),
      retries: 3,
      startPeriod: Duration.seconds(60),
    },
  });
  container.addMountPoints({ containerPath: SCRATCH_FOLDER, sourceVolume: SCRATCH, readOnly: false });
  return container;
}

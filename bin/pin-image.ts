import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../build/bundle.ts";
import { DOCKERFILE } from "../lib/constructs/session-container.ts";
import { baseImage, pinnedDockerfile } from "./image/pinned-dockerfile.ts";
import { readManifest } from "./image/read-manifest.ts";

/**
 * Writes the latest digest of the session service's base image into its Dockerfile: `npm run image:pin -w lib`. Queries
 * the registry through Docker, which must be installed. Alternatively, pass a digest: `npm run image:pin -w lib --
 * sha256:…`.
 */
try {
  const path = join(ROOT, DOCKERFILE);
  const before = readFileSync(path, "utf8");
  const { image, digest: old } = baseImage(before);
  const digest = process.argv[2] ?? askRegistry(image);
  writeFileSync(path, pinnedDockerfile(before, digest));
  console.log(
    old === digest ? `${image} is still ${digest}.` : `${image} is now ${digest}; it was ${old ?? "not pinned"}.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function askRegistry(image: string): string {
  const args = ["buildx", "imagetools", "inspect", image, "--format", "{{json .Manifest}}"];
  try {
    return readManifest(execFileSync("docker", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }));
  } catch (error) {
    if (!(error instanceof Error) || !("status" in error || "code" in error)) throw error;
    throw new Error(
      `Docker could not look up ${image}. Install Docker with buildx, or pass the digest: npm run image:pin -w lib -- sha256:…`,
    );
  }
}

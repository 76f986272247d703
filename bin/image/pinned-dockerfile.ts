/** The first line of a stage: an image, and its digest after the @. */
const FROM = /^FROM (?<image>[a-z0-9./_-]+:[\w.-]+)(?:@(?<digest>\S+))?$/m;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Finds a Dockerfile's base image. @throws in plain words if it names none with a tag. */
export function baseImage(dockerfile: string): { image: string; digest: string | null } {
  const found = FROM.exec(dockerfile)?.groups;
  if (!found?.image) throw new Error("The Dockerfile has no line like `FROM node:24.21.0-bookworm-slim@sha256:…`.");
  return { image: found.image, digest: found.digest ?? null };
}

/** Rewrites a Dockerfile to use its base image with this digest. @throws in plain words for a bad digest. */
export function pinnedDockerfile(dockerfile: string, digest: string): string {
  if (!DIGEST.test(digest))
    throw new Error(`"${digest}" is no digest; one looks like sha256: and 64 hexadecimal digits.`);
  const { image } = baseImage(dockerfile);
  return dockerfile.replace(FROM, `FROM ${image}@${digest}`);
}

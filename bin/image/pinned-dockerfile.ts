/** Matches the first line of a Dockerfile stage: an image, optionally followed by @ and its digest. */
const FROM = /^FROM (?<image>[a-z0-9./_-]+:[\w.-]+)(?:@(?<digest>\S+))?$/m;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Finds a Dockerfile's base image. @throws a plain-language error if the Dockerfile has no base image with a tag. */
export function baseImage(dockerfile: string): { image: string; digest: string | null } {
  const found = FROM.exec(dockerfile)?.groups;
  if (!found?.image) throw new Error("The Dockerfile has no line like `FROM node:24.21.0-bookworm-slim@sha256:…`.");
  return { image: found.image, digest: found.digest ?? null };
}

/** Pins a Dockerfile's base image to a digest. @throws a plain-language error if the digest is malformed. */
export function pinnedDockerfile(dockerfile: string, digest: string): string {
  if (!DIGEST.test(digest))
    throw new Error(`"${digest}" is not a digest. A digest is sha256: followed by 64 hexadecimal digits.`);
  const { image } = baseImage(dockerfile);
  return dockerfile.replace(FROM, `FROM ${image}@${digest}`);
}

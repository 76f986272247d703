import * as z from "zod";

const Index = z.object({
  digest: z.string(),
  manifests: z.array(z.object({ platform: z.object({ os: z.string(), architecture: z.string() }).optional() })),
});

/**
 * Extracts the digest from the output of `docker buildx imagetools inspect --format "{{json .Manifest}}"`.
 * @throws a plain-language error if the output isn't a multi-platform index, or lists no image for ARM64, which the
 * tasks run on.
 */
export function readManifest(printed: string): string {
  const index = Index.safeParse(JSON.parse(printed));
  if (!index.success)
    throw new Error("The registry returned the image for one platform instead of the list of all platforms.");
  const isForTasks = index.data.manifests.some(
    ({ platform }) => platform?.os === "linux" && platform.architecture === "arm64",
  );
  if (!isForTasks) throw new Error("This image has no build for linux/arm64, which the session tasks run on.");
  return index.data.digest;
}

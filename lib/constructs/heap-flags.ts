/**
 * The share of a container's memory for the JavaScript heap's old generation. The rest is for memory outside the heap:
 * buffers, images, ffmpeg. The memory alarm goes off at the same share.
 */
const OLD_SHARE = 0.7;

/** A semi-space's share. The young generation takes three times this share. At 4 GiB, the value equals V8's default. */
const SEMI_SPACE_SHARE = 1 / 64;

/**
 * Returns Node flags that limit the heap to at most three quarters of the container's memory. By default, V8 may choose
 * a heap size based on the whole machine and exceed the container's limit, and the process is then killed.
 * @param memoryMiB the container's memory limit.
 */
export function heapFlags(memoryMiB: number): string[] {
  return [
    `--max-old-space-size=${Math.floor(memoryMiB * OLD_SHARE)}`,
    `--max-semi-space-size=${Math.floor(memoryMiB * SEMI_SPACE_SHARE)}`,
  ];
}

/**
 * The share of a container's memory for JavaScript's old objects. The rest is for memory outside the heap: buffers,
 * pictures, ffmpeg. The memory alarm goes off at the same share.
 */
const OLD_SHARE = 0.7;

/** Young objects take three times this share; at 4 GiB it is V8's own choice. */
const SEMI_SPACE_SHARE = 1 / 64;

/**
 * Returns the Node flags that keep its heap within its container, at three quarters of it at most. By default V8 can
 * size its heap for the machine and exceed the container's limit, where the process is killed.
 * @param memoryMiB the container's limit.
 */
export function heapFlags(memoryMiB: number): string[] {
  return [
    `--max-old-space-size=${Math.floor(memoryMiB * OLD_SHARE)}`,
    `--max-semi-space-size=${Math.floor(memoryMiB * SEMI_SPACE_SHARE)}`,
  ];
}

/**
 * Share of a container's memory for JavaScript's old objects. The rest is for memory outside the heap: buffers,
 * pictures, ffmpeg. The alarm on memory goes off at the same share.
 */
const OLD_SHARE = 0.7;

/** Young objects take three times this share; at 4 GiB it is V8's own choice. */
const SEMI_SPACE_SHARE = 1 / 64;

/**
 * Makes Node's flags that keep its heap within its container, three quarters of it at most. By itself V8 may size its
 * heap by the machine and exceed the container's limit, at which the process is killed.
 * @param memoryMiB the container's limit.
 */
export function heapFlags(memoryMiB: number): string[] {
  return [
    `--max-old-space-size=${Math.floor(memoryMiB * OLD_SHARE)}`,
    `--max-semi-space-size=${Math.floor(memoryMiB * SEMI_SPACE_SHARE)}`,
  ];
}

/**
 * Share of a container's memory that JavaScript's old objects may take. The rest is for what lies outside of the heap:
 * buffers, pictures, ffmpeg. The alarm on memory goes off at the same share.
 */
const OLD_SHARE = 0.7;

/** Young objects take three times this share; at 4 GiB it is what V8 would choose by itself. */
const SEMI_SPACE_SHARE = 1 / 64;

/**
 * Makes Node's flags that keep its heap within its container, three quarters of it at most. By itself V8 may size its
 * heap by the machine and pass the container's limit, at which the process is killed.
 * @param memoryMiB the container's limit.
 */
export function heapFlags(memoryMiB: number): string[] {
  return [
    `--max-old-space-size=${Math.floor(memoryMiB * OLD_SHARE)}`,
    `--max-semi-space-size=${Math.floor(memoryMiB * SEMI_SPACE_SHARE)}`,
  ];
}

import { readdirSync, readFileSync } from "node:fs";

/** The number of ticks per second in the kernel's CPU times. */
const TICKS = 100;

/** Returns the CPU time that a process has used, in milliseconds, rounded to a multiple of ten. Linux only. */
export function processorMs(pid: number): number {
  // The process's name, which is in parentheses, can contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const [user = "0", system = "0"] = fields.slice(11, 13);
  return ((Number(user) + Number(system)) / TICKS) * 1_000;
}

/** Returns a process and all its descendants, with their command lines. Linux only. */
export function processesBelow(pid: number): { pid: number; command: string }[] {
  const all = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const parent = Number(readFileSync(`/proc/${entry}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
        const command = readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return [{ pid: Number(entry), parent, command }];
      } catch {
        return []; // it ended in the meantime
      }
    });
  const below = (root: number): { pid: number; command: string }[] =>
    all.filter(({ parent }) => parent === root).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter((one) => one.pid === pid), ...below(pid)].map(({ pid, command }) => ({ pid, command }));
}

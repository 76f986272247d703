import { dirname } from "node:path";
import { isInside } from "./sources.ts";

/** Which of its kind each thing imports: files, or rooms. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The files, from the root, that each file imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** The rooms of a place, the folders and files that lie directly in it, and which of the others each imports. */
export const roomsOf = (imports: Imports, place: string): Arrows =>
  grouped(imports, place, (path) => path.slice(place.length + 1).split("/", 1)[0] ?? "");

/** All folders of a place, however deep, each by itself, and which of the others each imports. */
export const foldersOf = (imports: Imports, place: string): Arrows => grouped(imports, place, dirname);

function grouped(imports: Imports, place: string, groupOf: (path: string) => string): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const [path, targets] of imports) {
    if (!path.startsWith(`${place}/`)) continue;
    const from = groupOf(path);
    const to = targets.filter((target) => imports.has(target) && isInside(target, place)).map(groupOf);
    arrows.set(from, new Set([...(arrows.get(from) ?? []), ...to.filter((one) => one !== from)]));
  }
  return arrows;
}

/** The rings: each a set of things from every one of which the arrows lead to every other, by whatever way (Tarjan). */
export function ringsIn(arrows: Arrows): string[][] {
  return together(arrows).filter((one) => one.length > 1);
}

/** Everything, what is in one ring together, each after all that it leads to. */
function together(arrows: Arrows): string[][] {
  const found: string[][] = [];
  const seen = new Map<string, number>();
  const open: string[] = [];
  const visit = (one: string): number => {
    const at = seen.size;
    seen.set(one, at);
    open.push(one);
    let lowest = at;
    for (const next of arrows.get(one) ?? []) {
      if (!seen.has(next)) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, seen.get(next) ?? at);
    }
    if (lowest === at) found.push(open.splice(open.indexOf(one)).sort());
    return lowest;
  };
  for (const one of arrows.keys()) if (!seen.has(one)) visit(one);
  return found;
}

/** The floor of each, from 1: above all that it imports. A ring is on one floor. */
export function floorsIn(arrows: Arrows): Map<string, number> {
  const floors = new Map<string, number>();
  for (const ring of together(arrows)) {
    const below = ring.flatMap((one) => [...(arrows.get(one) ?? [])]).map((one) => floors.get(one) ?? 0);
    for (const one of ring) floors.set(one, Math.max(0, ...below) + 1);
  }
  return floors;
}

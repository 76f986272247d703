import { dirname } from "node:path";
import { isInside } from "./sources.ts";

/** The files or rooms that each file or room imports. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The files that each file imports, relative to the root. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns a place's rooms (the folders and files directly in it), with the other rooms that each of them imports. */
export const roomsOf = (imports: Imports, place: string): Arrows =>
  grouped(imports, place, (path) => path.slice(place.length + 1).split("/", 1)[0] ?? "");

/**
 * Returns all folders in a place, at any depth, each without its subfolders, with the other folders that each of them
 * imports.
 */
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

/**
 * Finds the rings, i.e. sets in which arrows lead from every member to every other, directly or indirectly (Tarjan's
 * algorithm).
 */
export function ringsIn(arrows: Arrows): string[][] {
  return together(arrows).filter((one) => one.length > 1);
}

/** Groups the members of each ring, and lists each group after everything that its arrows lead to. */
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

/**
 * Returns each room's floor, counted from 1. A room is above everything it imports. All members of a ring share a
 * floor.
 */
export function floorsIn(arrows: Arrows): Map<string, number> {
  const floors = new Map<string, number>();
  for (const ring of together(arrows)) {
    const below = ring.flatMap((one) => [...(arrows.get(one) ?? [])]).map((one) => floors.get(one) ?? 0);
    for (const one of ring) floors.set(one, Math.max(0, ...below) + 1);
  }
  return floors;
}

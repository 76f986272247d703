import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/**
 * Draws a place of the source tree: `node test/architecture/draw-rooms.ts core/operations [tree]`. A room is a folder or a
 * file that lies directly in it; an arrow is an import from one room into another. Rooms stand on floors: whatever is imported
 * lies below. Arrows that run back up are those that no order of the rooms can avoid (as a simple search finds it).
 */
const [, , place = "core", tree = "."] = process.argv;
const root = resolve(tree, place);

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return name.endsWith(".ts") ? [path] : [];
  });

const roomOf = (path: string) => relative(root, path).split("/")[0] ?? "";

const rooms = new Map<string, Set<string>>();
for (const path of sources(root)) {
  const below = rooms.get(roomOf(path)) ?? new Set<string>();
  rooms.set(roomOf(path), below);
  for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(
    /(?:from\s+|import\s*\(?\s*)["'](\.[^"']+)["']/g,
  )) {
    const target = resolve(dirname(path), specifier);
    if (!relative(root, target).startsWith("..") && roomOf(target) !== roomOf(path)) below.add(roomOf(target));
  }
}

/** From the top down: whoever is imported by nobody left goes first, else the room with the most arrows out against those in. */
function order(): string[] {
  const left = new Set(rooms.keys());
  const out = (room: string) => [...(rooms.get(room) ?? [])].filter((one) => left.has(one)).length;
  const into = (room: string) => [...left].filter((one) => rooms.get(one)?.has(room)).length;
  const down: string[] = [];
  while (left.size > 0) {
    const all = [...left].sort();
    const next = all.find((room) => into(room) === 0) ?? all.sort((a, b) => out(b) - into(b) - (out(a) - into(a)))[0];
    if (next === undefined) break;
    down.push(next);
    left.delete(next);
  }
  return down;
}

const down = order();
const isBack = (from: string, to: string) => down.indexOf(to) < down.indexOf(from);
const floors = new Map<string, number>();
for (const room of down.toReversed()) {
  const below = [...(rooms.get(room) ?? [])].filter((to) => !isBack(room, to)).map((to) => floors.get(to) ?? 1);
  floors.set(room, below.length > 0 ? Math.max(...below) + 1 : 1);
}
const arrows = [...rooms].flatMap(([from, to]) => [...to].map((one) => [from, one] as const));
const back = arrows.filter(([from, to]) => isBack(from, to));
const height = Math.max(0, ...floors.values());
console.log(`${place}: ${rooms.size} rooms, ${height} floors, ${arrows.length} arrows, ${back.length} of them back up`);
for (let floor = height; floor > 0; floor--) {
  const here = down.filter((room) => floors.get(room) === floor).map((room) => room.replace(/\.ts$/, ""));
  console.log(`${String(floor).padStart(3)}  ${here.join(" · ")}`);
}
for (const [from, to] of back) console.log(`  back up: ${from} -> ${to}`);

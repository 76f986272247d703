import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { floorsIn, ringsIn, roomsOf } from "./rooms.ts";
import { importsOf, sources } from "./sources.ts";

/**
 * Draws a place in the source tree: `node test/architecture/draw-rooms.ts core/operations [tree]`. A room is a folder
 * or a file directly in that place, and an arrow is an import from one room into another. Rooms are arranged on floors,
 * each room above everything it imports. Rooms with circular imports form a ring and share a floor.
 */
const [, , place = "core", tree = "."] = process.argv;
const root = resolve(tree);
const imports = new Map(
  sources(join(root, place)).map((file) => {
    const own = importsOf(readFileSync(file, "utf8")).filter((specifier) => specifier.startsWith("."));
    return [relative(root, file), own.map((specifier) => relative(root, resolve(file, "..", specifier)))];
  }),
);

const rooms = roomsOf(imports, place);
const rings = ringsIn(rooms);
const floors = floorsIn(rooms);
const height = Math.max(0, ...floors.values());
const arrows = [...rooms.values()].reduce((sum, to) => sum + to.size, 0);
console.log(`${place}: ${rooms.size} rooms, ${height} floors, ${arrows} arrows, ${rings.length} rings`);
for (let floor = height; floor > 0; floor--) {
  const here = [...rooms.keys()].filter((room) => floors.get(room) === floor).sort();
  console.log(`${String(floor).padStart(3)}  ${here.map((room) => room.replace(/\.tsx?$/, "")).join(" · ")}`);
}
for (const ring of rings) console.log(`  ring: ${ring.join(" · ")}`);
